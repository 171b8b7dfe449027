import { describe, expect, test } from "vitest";
import {
  effectivePolicies,
  readLimitsFile,
  readOverrides,
  thresholdsInForce,
  versionOf,
} from "./limit-overrides";
import { memoryLimiter } from "./memory-limiter";
import { leastSizes, policiesFor, policyNames, publishedPolicies } from "./policies";

const base = policiesFor({ roomSize: 300 });
const problemOf = (overrides: unknown) => {
  const read = readLimitsFile(JSON.stringify({ overrides }));
  return read.ok ? null : read.problem;
};

describe("fault 26: a fault in the file is said in plain words", () => {
  test.each([
    [
      { joinSession: { perMinute: "lots" } },
      'joinSession.perMinute must be a number above 0; you wrote "lots"',
    ],
    [{ joinSession: { perMinute: 0 } }, "joinSession.perMinute must be a number above 0; you wrote 0"],
    [{ joinSession: { perMinute: -5 } }, "joinSession.perMinute must be a number above 0; you wrote -5"],
    [{ joinSession: { perMinute: null } }, "joinSession.perMinute must be a number above 0; you wrote null"],
    [
      { joinSession: { perMinute: 1e9 } },
      "joinSession.perMinute must be at most 60000000; you wrote 1000000000",
    ],
    [{ joinSession: { burst: 12.5 } }, "joinSession.burst must be a whole number above 0; you wrote 12.5"],
    [{ joinSession: { shadow: "yes" } }, 'joinSession.shadow must be true or false; you wrote "yes"'],
    [{ joinSession: 500 }, "joinSession must be an object in braces; you wrote 500"],
    [{ joinSesion: { burst: 500 } }, 'There is no policy "joinSesion"; did you mean joinSession?'],
    [{ JOINSESSION: { burst: 500 } }, 'There is no policy "JOINSESSION"; did you mean joinSession?'],
    [{ joinSession: { perMin: 500 } }, "joinSession.perMin is no setting; did you mean perMinute?"],
    [{ joinSession: { limit: 500 } }, "joinSession.limit is no setting; there are perMinute, burst, shadow"],
    [[], '"overrides" must be an object in braces; you wrote []'],
  ])("%j", (overrides, problem) => expect(problemOf(overrides)).toBe(problem));

  test("a policy that is like none lists them all", () => {
    expect(problemOf({ beer: {} })).toBe(`There is no policy "beer"; there are ${policyNames.join(", ")}`);
  });

  test("every fault is said at once, one a line", () => {
    expect(problemOf({ joinSession: { perMinute: "lots", burst: 0 }, pinGues: {} })?.split("\n")).toEqual([
      'joinSession.perMinute must be a number above 0; you wrote "lots"',
      "joinSession.burst must be a whole number above 0; you wrote 0",
      'There is no policy "pinGues"; did you mean pinGuess?',
    ]);
  });

  test.each([
    [
      '{ "override": {} }',
      /"overrides" must be an object in braces; it is missing[\s\S]*override is no setting; did you mean overrides\?/,
    ],
    ["[]", /^the file must be an object in braces; you wrote \[\]$/],
    ['{ "overrides": { "joinSession": { "perMinute": lots } } }', /^line 1: "lots" needs quotes/],
    ['{ "overrides": { "__proto__": { "burst": 1 } } }', /^There is no policy "__proto__"/],
  ])("%s", (text, problem) => {
    const read = readLimitsFile(text);
    expect(read.ok ? "" : read.problem).toMatch(problem);
  });

  test("what the panel sends goes through the same check", () => {
    expect(readOverrides({ joinSession: { perMinute: "lots" } })).toEqual({
      ok: false,
      problem: 'joinSession.perMinute must be a number above 0; you wrote "lots"',
    });
    expect(readOverrides(null)).toMatchObject({ ok: false });
  });

  test("a byte order mark in front is no fault", () => {
    expect(readLimitsFile('\ufeff{ "overrides": {} }')).toEqual({ ok: true, overrides: {} });
  });
});

describe("nobody locks the room out by a slip of the finger", () => {
  test("what is too small is refused, and the least accepted is said", () => {
    expect(problemOf({ joinSession: { perMinute: 3 } })).toBe(
      "joinSession.perMinute must be at least 13, or else a room of 10 would be locked out; you wrote 3",
    );
    expect(problemOf({ hostCommand: { burst: 1 } })).toBe(
      "hostCommand.burst must be at least 10, or else the host could not lead the quiz; you wrote 1",
    );
  });

  test("the least is accepted, and one less is not", () => {
    const least = leastSizes();
    for (const name of policyNames) {
      const { perMinute, burst } = least[name];
      expect(problemOf({ [name]: { perMinute, burst } })).toBeNull();
      expect(problemOf({ [name]: { perMinute: perMinute * 0.99 } })).toMatch(/must be at least/);
      if (burst > 1) expect(problemOf({ [name]: { burst: burst - 1 } })).toMatch(/must be at least/);
    }
  });

  test("no computed and no published size is below the least", () => {
    const least = leastSizes();
    const tooSmall: string[] = [];
    for (let roomSize = 1; roomSize <= 1_000; roomSize++)
      for (const policies of [policiesFor({ roomSize }), publishedPolicies(roomSize)])
        for (const name of policyNames)
          if (policies[name].perMinute < least[name].perMinute || policies[name].burst < least[name].burst)
            tooSmall.push(`${name} for ${roomSize}`);
    expect(tooSmall).toEqual([]);
  });

  test("with everything at its least a table of ten still plays", async () => {
    const least = leastSizes();
    const policies = effectivePolicies(base, least);
    let nowMs = 0;
    const limiter = memoryLimiter({ policies: () => policies, now: () => nowMs, random: () => 0 });
    const refused: string[] = [];
    const must = async (policy: (typeof policyNames)[number], key = "pub") => {
      if (!(await limiter.check([{ policy, key }])).ok) refused.push(`${policy} at ${nowMs}`);
    };
    for (let phone = 0; phone < 10; phone++, nowMs += 3_000) {
      for (const policy of ["playerPageLoad", "global", "global", "joinSession", "socketConnect"] as const)
        await must(policy);
    }
    for (let minute = 0; minute < 30; minute++)
      for (let second = 0; second < 60; second += 10, nowMs += 10_000) {
        await must("hostCommand", "host");
        for (let phone = 0; phone < 10; phone++) {
          await must("sessionPoll", `phone ${phone}`);
          await must("sessionPoll", `phone ${phone}`);
          if (second === 0) await must("submitAnswer", `phone ${phone}`);
        }
      }
    expect(refused).toEqual([]);
  });
});

describe("what is in force", () => {
  const overrides = { joinSession: { perMinute: 500 }, pinGuess: { shadow: true } };

  test("only what was set differs, and the reason says what was computed", () => {
    const policies = effectivePolicies(base, overrides);
    expect(policies.joinSession).toMatchObject({ name: "joinSession", perMinute: 500, burst: 390 });
    expect(policies.joinSession.because).toMatch(
      /^Set by hand; computed: 390 a minute, burst 390\. 300 phones/,
    );
    for (const name of policyNames) if (name !== "joinSession") expect(policies[name]).toBe(base[name]);
  });

  test("the panel sees every policy, what was changed, and what is in shadow", () => {
    const thresholds = thresholdsInForce(base, overrides);
    expect(thresholds.map(({ policy }) => policy)).toEqual([...policyNames]);
    expect(thresholds.filter(({ changed }) => changed).map(({ policy }) => policy)).toEqual(["joinSession"]);
    expect(thresholds.filter(({ shadow }) => shadow).map(({ policy }) => policy)).toEqual(["pinGuess"]);
  });

  test("the version changes with what is set and with nothing else", () => {
    const version = versionOf(base, overrides);
    expect(version).toMatch(/^[0-9a-f]{8}$/);
    expect(versionOf(base, { pinGuess: { shadow: true }, joinSession: { perMinute: 500 } })).toBe(version);
    expect(versionOf(base, { ...overrides, upload: {} })).toBe(version);
    expect(versionOf(base, { ...overrides, joinSession: { perMinute: 501 } })).not.toBe(version);
    expect(versionOf(base, { ...overrides, joinSession: { burst: 500 } })).not.toBe(version);
  });

  test("the version changes with the preset and with the room size", () => {
    const versions = [base, publishedPolicies(300), policiesFor({ roomSize: 100 })].map((sizes) =>
      versionOf(sizes, {}),
    );
    expect(new Set(versions).size).toBe(3);
    expect(versionOf(policiesFor({ roomSize: 300 }), {})).toBe(versions[0]);
  });
});
