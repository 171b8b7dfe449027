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
    REDIS_URL: "localhost:6379",
    TRUSTED_PROXIES: "traefik",
    METRICS_TOKEN: "short",
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

test.each([
  ["ROOM_SIZE", ["0", "5001", "-1", "2.5", "many"], "must be a whole number from 1 to 5000"],
  ["PORT", ["-1", "65536", "80.5", "http"], "must be a port from 0 to 65535"],
])("whatever is wrong with %s, its range is said", (name, values, sentence) => {
  for (const value of values) expect(() => readEnv({ [name]: value })).toThrow(`${name}: ${sentence}`);
});

test("settings that belong together are asked for together", () => {
  const messageOf = (source: Record<string, string>) => {
    try {
      readEnv(source);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(messageOf({ UPSTASH_REDIS_REST_URL: "https://store.example" })).toContain(
    "UPSTASH_REDIS_REST_TOKEN: is missing",
  );
  expect(messageOf({ UPSTASH_REDIS_REST_TOKEN: "a token" })).toContain("UPSTASH_REDIS_REST_URL: is missing");
  expect(
    messageOf({
      REDIS_URL: "redis://127.0.0.1",
      UPSTASH_REDIS_REST_URL: "https://store.example",
      UPSTASH_REDIS_REST_TOKEN: "a token",
    }),
  ).toContain("REDIS_URL: is set and so is UPSTASH_REDIS_REST_URL");
});
