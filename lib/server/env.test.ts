import { expect, test } from "vitest";
import { EnvError, readEnv } from "./env";

test("nothing needs to be set, and a blank setting is none", () => {
  const defaults = readEnv({});
  expect(defaults).toMatchObject({ PORT: 3000, HOST: "0.0.0.0", ROOM_SIZE: 300, LIMITS: "default" });
  expect(readEnv({ PORT: "", PUBLIC_URL: " ", DATABASE_URL: "", SECRET: "", LIMITS: "" })).toEqual(defaults);
});

test("what is set is read", () => {
  expect(
    readEnv({ PORT: "8080", ROOM_SIZE: "1000", PUBLIC_URL: "https://quiz.example", LIMITS: "off" }),
  ).toMatchObject({ PORT: 8080, ROOM_SIZE: 1000, PUBLIC_URL: "https://quiz.example", LIMITS: "off" });
});

test("all faults are listed at once, one a line, by name", () => {
  const faults = {
    PORT: "http",
    PUBLIC_URL: "quiz.example",
    DATABASE_URL: "mysql://db",
    SECRET: "short",
    ROOM_SIZE: "0",
    LIMITS: "no",
    LOG_LEVEL: "loud",
  };
  let error: unknown;
  try {
    readEnv(faults);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(EnvError);
  const [, ...lines] = (error as EnvError).message.split("\n");
  expect(lines.map((line) => line.trim().split(":")[0])).toEqual(Object.keys(faults));
  // a secret that was refused is not printed
  expect((error as EnvError).message).not.toContain("short");
});
