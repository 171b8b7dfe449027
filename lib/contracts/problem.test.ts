import { expect, test } from "vitest";
import { problemOf } from "./problem";
import { refusalCodes, refusalStatus, refuse } from "./refusals";

test("every refusal is a problem document with the phrase of its status, and keeps its code and sentence", () => {
  for (const code of refusalCodes) {
    const { error } = refuse(code);
    const problem = problemOf(error);
    expect(problem).toEqual({ ...problem, ...error, type: "about:blank", detail: error.message });
    expect(problem.status).toBe(refusalStatus(code));
    expect([code, problem.title]).not.toEqual([code, "Error"]);
    expect(problem).not.toHaveProperty("retryAfterMs");
  }
});

test("a limit names its type and the policy", () => {
  expect(problemOf({ ...refuse("RATE_LIMITED").error, retryAfterMs: 1_200 }, "pinGuess")).toMatchObject({
    type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
    retryAfterMs: 1_200,
    "violated-policies": ["pinGuess"],
  });
});
