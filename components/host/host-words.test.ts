import { describe, expect, test, vi } from "vitest";
import { refuse } from "@/lib/contracts/refusals";
import { breakMinutesFrom } from "./break-minutes";
import { calledMinutes } from "./call-minutes";
import { copyText } from "./copy-text";
import { seatCodeInGroups, signed } from "./phase-words";
import { pointsFrom } from "./points-typed";
import { refusalWords } from "./refusal-words";
import { signInWords } from "./sign-in-words";

describe("refused orders", () => {
  test("HST-06 the second press hears that somebody else was first", () => {
    expect(refusalWords(refuse("STALE").error)).toMatch(/Somebody else pressed first/);
  });
  test("other refusals keep the server's own sentence", () => {
    expect(refusalWords(refuse("NAME_TAKEN").error)).toBe(refuse("NAME_TAKEN").error.message);
  });
});

describe("signing in", () => {
  const refused = { status: 400, message: "Their words", body: {} };
  test("a wrong password and an unknown email sound alike", () => {
    const words = signInWords({ ...refused, status: 401, body: { code: "INVALID_EMAIL_OR_PASSWORD" } });
    expect(words).toBe("That email and password do not go together.");
  });
  test("too many attempts say when to try again", () => {
    expect(signInWords({ ...refused, status: 429, retryAfterMs: 89_000 })).toMatch(/again in 2 minutes/);
    expect(signInWords({ ...refused, status: 429, retryAfterMs: 9_000 })).toMatch(/again in a minute/);
  });
  test("an email that has an account is sent to sign in", () => {
    expect(signInWords({ ...refused, status: 422 })).toMatch(/Sign in instead/);
  });
  test("what is not known is said in the server's words", () => {
    expect(signInWords(refused)).toBe("Their words");
  });
});

describe("the length of a break", () => {
  test("minutes are taken as people type them", () => {
    for (const typed of ["20", " 20 min", "２０", "20 minutes."])
      expect(breakMinutesFrom(typed)).toEqual({ ok: true, value: 20 });
  });
  test("nothing, zero, half minutes and more than three hours are refused in words", () => {
    for (const typed of ["", "0", "2.5", "181", "soon"])
      expect(breakMinutesFrom(typed)).toEqual({ ok: false, error: "Type whole minutes, 1 to 180." });
  });
});

describe("time that is called", () => {
  test("minutes are taken as people type them", () => {
    const typed = { "3": 180, "1.5": 90, "1:30": 90, "0,5 min": 30, "５": 300, " 10 minutes ": 600 };
    for (const [text, seconds] of Object.entries(typed))
      expect(calledMinutes(text)).toEqual({ ok: true, value: seconds });
  });
  test("what the server would refuse is refused in words", () => {
    for (const text of ["", "0", "soon", "61", "0:05", "1:75"]) expect(calledMinutes(text).ok).toBe(false);
  });
});

describe("points by hand", () => {
  test("are taken as people type them", () => {
    const typed = { "5": 5, "+5": 5, "-10": -10, "−10": -10, "2,5": 2.5, "７ points": 7 };
    for (const [text, points] of Object.entries(typed))
      expect(pointsFrom(text)).toEqual({ ok: true, value: points });
    expect([signed(5), signed(-10)]).toEqual(["+5", "−10"]);
  });
  test("nothing, zero and too many are refused in words", () => {
    for (const text of ["", "0", "five", "1001", "1 or 2"]) expect(pointsFrom(text).ok).toBe(false);
  });
});

describe("copying", () => {
  const select = vi.fn();
  test("the clipboard is used where there is one", async () => {
    const writeText = vi.fn(async () => undefined);
    expect(await copyText("407189", { clipboard: { writeText }, select, copySelection: () => false })).toBe(
      "copied",
    );
    expect(writeText).toHaveBeenCalledWith("407189");
    expect(select).not.toHaveBeenCalled();
  });
  test("LAN-01 on plain http the text is selected, and copied if the old way works", async () => {
    expect(await copyText("407189", { select, copySelection: () => true })).toBe("copied");
    expect(await copyText("407189", { select, copySelection: () => false })).toBe("selected");
    expect(select).toHaveBeenCalledTimes(2);
  });
  test("a clipboard that is forbidden leaves the selection", async () => {
    const clipboard = { writeText: () => Promise.reject(new Error("denied")) };
    expect(await copyText("407189", { clipboard, select, copySelection: () => false })).toBe("selected");
  });
});

test("a seat code is read out in two parts, as the phone shows it", () => {
  expect(seatCodeInGroups("BDR58")).toBe("BDR 58");
});
