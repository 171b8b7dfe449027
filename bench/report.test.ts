import { describe, expect, it } from "vitest";
import { checkNight, type Evidence } from "./check";
import { exampleNight } from "./example-night";
import { measure } from "./measures";
import { readOptions } from "./options";
import { type Figures, jsonReport, wordReport } from "./report";

function figures(night: Evidence, more: Partial<Figures> = {}): Figures {
  return {
    findings: checkNight(night),
    measures: measure(night.entries),
    faults: [],
    messagesPerPhonePerQuestion: 6.04,
    bytesPerPhonePerQuestion: 2048.4,
    server: { rssMb: 250, cpuSeconds: 4.5 },
    abusersNamed: [],
    abusersNamedWithinMs: null,
    abuserCount: 0,
    ownDelayMs: 12,
    ownCpuSeconds: 3.2,
    loadPerCore: 0.7,
    ...more,
  };
}
const options = readOptions(["--phones", "3", "--questions", "2"]);

describe("the report of a rehearsal", () => {
  it("says in one line that all is well", () => {
    const words = wordReport(options, figures(exampleNight()));
    expect(words).toContain("3 of 3 phones");
    expect(words).toContain("Nothing honest was refused, lost or counted twice.");
    expect(words).not.toContain("NOT CLEAN");
  });

  it("says what went wrong, with the limit that refused", () => {
    const night = exampleNight();
    night.entries.push({
      kind: "call",
      at: 1,
      who: 0,
      what: "page",
      ms: 1,
      outcome: "RATE_LIMITED",
      policy: "global",
    });
    night.phones = 4;
    const words = wordReport(options, figures(night));
    expect(words).toContain("NOT CLEAN");
    expect(words).toContain("1 (1 by global)");
    expect(words).toContain("Phone 4 never got a seat; nothing was refused.");
    expect(jsonReport(options, figures(night))).toMatchObject({
      clean: false,
      throttledHonest: 1,
      joined: 3,
    });
  });

  it("gives a program every figure by name", () => {
    const json = jsonReport(
      options,
      figures(exampleNight(), { faults: [{ fault: "deploy", recoveredMs: 812.4 }] }),
    );
    expect(json).toMatchObject({
      clean: true,
      phones: 3,
      joined: 3,
      throttledHonest: 0,
      answers: { sent: 6, acknowledged: 6, lost: 0, duplicated: 0 },
      ackMs: { p50: 11, p99: 12, max: 12 },
      fanOutMs: { p50: 10, p99: 11, max: 11 },
      viewLagMs: { p50: 10, p99: 11, max: 11 },
      recoveredMs: 812,
      messagesPerPhonePerQuestion: 6,
      bytesPerPhonePerQuestion: 2048,
      server: { rssMb: 250, cpuSeconds: 4.5 },
      abusersNamed: [],
    });
  });

  it("claims no recovery when one phone of one fault stayed away", () => {
    const faults = [
      { fault: "server-kill", recoveredMs: 900 },
      { fault: "server-kill", recoveredMs: null },
    ];
    expect(jsonReport(options, figures(exampleNight(), { faults })).recoveredMs).toBeNull();
    expect(wordReport(options, figures(exampleNight(), { faults }))).toContain("not every phone came back");
  });

  it("says from when to when the limits' store hung, what stood in and what it cost", () => {
    const night = exampleNight();
    expect(jsonReport(options, figures(night)).store).toBeNull();
    expect(wordReport(options, figures(night))).not.toContain("store");
    const hung = { hungAt: 1_050, hungMs: 2_950, localAfterMs: 600, backAfterMs: 1_500 };
    const call = { kind: "call", who: 0, what: "page", outcome: "ok" } as const;
    night.entries.push({ ...call, at: 1_500, ms: 161 }, { kind: "storeHung", at: 5_000, ...hung });
    const words = wordReport(options, figures(night));
    expect(words).toContain(
      "hung from 1.1 s after the first scan until 4.0 s; used again 1.5 s after it answered",
    );
    expect(words).toContain(
      "a local limiter of the same size stood in, seen after 600 ms; the slowest honest page took 160 ms longer than usual",
    );
    expect(jsonReport(options, figures(night)).store).toEqual({
      stoodIn: true,
      hungFromMs: 1_050,
      hungMs: 2_950,
      localAfterMs: 600,
      backAfterMs: 1_500,
      worstAdded: { ms: 160, what: "page" },
    });
  });

  it("says that nobody could be named where there is no room panel", () => {
    const without = figures(exampleNight(), { abuserCount: 1, abusersNamed: null });
    expect(wordReport(options, without)).toContain("the room panel did not answer");
    expect(jsonReport(options, without).abusersNamed).toBeNull();
    const named = figures(exampleNight(), {
      abuserCount: 1,
      abusersNamed: ["one device"],
      abusersNamedWithinMs: 4_200,
    });
    expect(wordReport(options, named)).toContain("within 4.2 s");
  });

  it("warns when the machine had other things to do", () => {
    expect(wordReport(options, figures(exampleNight()))).not.toContain("busy with other things");
    expect(wordReport(options, figures(exampleNight(), { loadPerCore: 8.2 }))).toContain(
      "8 programs for each core",
    );
  });

  it("warns when the simulator itself was the slow one", () => {
    expect(wordReport(options, figures(exampleNight()))).not.toContain("The simulator itself");
    expect(wordReport(options, figures(exampleNight(), { ownDelayMs: 400 }))).toContain("up to 400 ms late");
  });
});
