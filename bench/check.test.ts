import { describe, expect, it } from "vitest";
import { checkNight, type Evidence, isClean } from "./check";
import { exampleNight } from "./example-night";
import type { Entry } from "./history";

/** The findings after the evidence was doctored; never clean. */
function findingsAfter(doctor: (night: Evidence) => void) {
  const night = exampleNight();
  expect(isClean(checkNight(night))).toBe(true);
  doctor(night);
  const findings = checkNight(night);
  expect(isClean(findings)).toBe(false);
  expect(findings.problems).not.toEqual([]);
  return findings;
}
const drop = (night: Evidence, kind: Entry["kind"], who: number) => {
  const at = night.entries.findIndex((entry) => entry.kind === kind && "who" in entry && entry.who === who);
  expect(at).toBeGreaterThanOrEqual(0);
  night.entries.splice(at, 1);
};

describe("the check of a rehearsal", () => {
  it("finds nothing in an honest night", () => {
    const findings = checkNight(exampleNight(4, 2));
    expect(findings).toMatchObject({
      phones: 4,
      joined: 4,
      throttledHonest: 0,
      wrongScores: 0,
      problems: [],
    });
    expect(findings.answers).toEqual({
      sent: 8,
      acknowledged: 8,
      lost: 0,
      duplicated: 0,
      refused: 0,
      unsettled: 0,
      altered: 0,
      missed: 0,
    });
  });

  it("finds an answer that was acknowledged and is not in the results", () => {
    const findings = findingsAfter(({ results }) => {
      const cell = results.players[1]!.cells[0]!;
      Object.assign(cell, { outcome: "unanswered", text: "", points: 0 });
    });
    expect(findings.answers.lost).toBe(1);
  });

  it("finds the acknowledged answers of a seat that is gone from the results", () => {
    expect(findingsAfter(({ results }) => void results.players.pop()).answers.lost).toBe(2);
  });

  it("finds an answer counted twice", () => {
    const findings = findingsAfter(({ results }) => {
      results.questions[0]!.answeredCount += 1;
    });
    expect(findings.answers.duplicated).toBe(1);
  });

  it("finds a phone with two seats (ANS-04)", () => {
    const findings = findingsAfter(({ results }) => {
      results.players.push({ ...results.players[2]!, playerId: "again" });
    });
    expect(findings.answers.duplicated).toBe(1);
  });

  it("finds a seat that stands twice in the results", () => {
    const findings = findingsAfter(({ results }) => void results.players.push(results.players[2]!));
    expect(findings.answers.duplicated).toBe(1);
  });

  it("counts the seat of an abuser as nobody's double", () => {
    const night = exampleNight();
    const [player] = night.results.players;
    night.results.players.push({ ...player!, playerId: "abuser", rank: 4, points: -1, cells: [] });
    night.results.players.at(-1)!.points = 0;
    for (const { rank, points } of night.results.players) expect(rank === 1 || points === 0).toBe(true);
    night.results.players.at(-1)!.rank = 2;
    night.abuserIds.add("abuser");
    night.reread = null;
    expect(isClean(checkNight(night))).toBe(true);
  });

  it("finds an answer refused for good though it was tapped in time", () => {
    const findings = findingsAfter((night) => {
      drop(night, "saved", 1);
      const questionId = night.questions[0]!.id;
      night.entries.push({ kind: "answerRefused", at: 1_200, who: 1, questionId, code: "QUESTION_CLOSED" });
    });
    expect(findings.answers).toMatchObject({ refused: 1, unsettled: 0 });
    expect(findings.problems.join()).toContain("QUESTION_CLOSED");
  });

  it("finds an answer that nobody ever confirmed or refused", () => {
    expect(findingsAfter((night) => drop(night, "saved", 2)).answers.unsettled).toBe(1);
  });

  it("finds a seated phone that never got to answer", () => {
    const findings = findingsAfter((night) => {
      drop(night, "tapped", 0);
      drop(night, "saved", 0);
    });
    expect(findings.answers.missed).toBe(1);
  });

  it("does not hold a question against a phone that came in after it", () => {
    const night = exampleNight();
    drop(night, "tapped", 0);
    drop(night, "saved", 0);
    for (const entry of night.entries) if (entry.kind === "seated" && entry.who === 0) entry.at = 1_500;
    expect(checkNight(night).answers.missed).toBe(0);
  });

  it("finds an answer stored as something else than the phone was told", () => {
    const findings = findingsAfter(({ results }) => {
      results.players[1]!.cells[0]!.text = "Cider";
    });
    expect(findings.answers.altered).toBe(1);
  });

  describe("of answer sheets", () => {
    /** Phone 2 had the first question right at first, and thought better of it: the results hold its second answer. */
    function nightWithChange(doctor: (night: Evidence) => void = () => undefined) {
      const night = exampleNight();
      const { entries, questions } = night;
      const question = questions[0]!;
      const isFirst = (entry: Entry) => "who" in entry && entry.who === 1;
      const tap = entries.find((entry) => entry.kind === "tapped" && isFirst(entry)) as Extract<
        Entry,
        { kind: "tapped" }
      >;
      const saved = entries.find((entry) => entry.kind === "saved" && isFirst(entry)) as Extract<
        Entry,
        { kind: "saved" }
      >;
      const second = tap.answer;
      const right = "choices" in question ? question.choices.find(({ correct }) => correct)?.id : "";
      const value = { kind: "choice" as const, choiceId: right ?? "" };
      tap.answer = { ...second, value };
      Object.assign(saved, { value, revision: 0 });
      const answer = { ...second, submissionId: "submission-changed", revision: 0 };
      const { questionId } = answer;
      entries.push({ kind: "changed", at: 1_300, who: 1, answer });
      entries.push({ kind: "saved", at: 1_310, who: 1, questionId, value: answer.value, revision: 1 });
      doctor(night);
      return checkNight(night);
    }
    const firstCell = ({ results }: Evidence) => results.players[1]!.cells[0]!;
    const takeBack = ({ entries }: Evidence) => void entries.pop();

    it("looks for what was acknowledged last, and counts a changed answer once", () => {
      const findings = nightWithChange();
      expect(isClean(findings)).toBe(true);
      expect(findings.answers).toMatchObject({ sent: 6, acknowledged: 6 });
      expect(findings.changes).toEqual({ sent: 1, acknowledged: 1 });
      expect(checkNight(exampleNight()).changes).toBeNull();
    });

    it("finds a change that was acknowledged and is not in the results, but the answer before it", () => {
      const findings = nightWithChange((night) => {
        Object.assign(firstCell(night), { text: "Amber", outcome: "right", points: 10 });
        night.results.players[1]!.points += 10;
      });
      expect(isClean(findings)).toBe(false);
      expect(findings.answers).toMatchObject({ altered: 1, lost: 0 });
    });

    it("finds a changed answer that is gone", () => {
      const findings = nightWithChange((night) => void Object.assign(firstCell(night), { text: "" }));
      expect(findings.answers.lost).toBe(1);
    });

    it("finds a change that counted as one more answer", () => {
      const findings = nightWithChange(({ results }) => {
        results.questions[0]!.answeredCount += 1;
      });
      expect(findings.answers.duplicated).toBe(1);
    });

    it("finds a changed answer that brought the points of the one before", () => {
      const findings = nightWithChange((night) => {
        firstCell(night).points = 10;
      });
      expect(findings.wrongScores).toBe(1);
    });

    it("finds a change nobody ever confirmed or refused, whichever of the two stands in the results", () => {
      expect(nightWithChange(takeBack).answers).toMatchObject({ unsettled: 1, altered: 0 });
      const findings = nightWithChange((night) => {
        takeBack(night);
        firstCell(night).text = "Amber";
      });
      expect(findings.answers).toMatchObject({ unsettled: 1, altered: 0 });
    });

    it("finds a change that was refused though the sheet was open; the answer before it must stand", () => {
      const findings = nightWithChange((night) => {
        takeBack(night);
        const questionId = night.questions[0]!.id;
        night.entries.push({ kind: "answerRefused", at: 1_320, who: 1, questionId, code: "ANSWER_CHANGED" });
      });
      expect(findings.answers).toMatchObject({ refused: 1, unsettled: 0, altered: 1 });
      expect(findings.problems.join()).toContain("ANSWER_CHANGED");
    });
  });

  it("finds a phone that was turned away (NET-01)", () => {
    const findings = findingsAfter((night) => {
      night.phones += 1;
    });
    expect(findings).toMatchObject({ phones: 4, joined: 3 });
  });

  it("says what a phone without a seat was told last", () => {
    const { problems } = findingsAfter((night) => {
      night.phones += 1;
      night.entries.push({ kind: "call", at: 1, who: 3, what: "join", ms: 1, outcome: "NAME_REFUSED" });
    });
    expect(problems).toEqual(["Phone 4 never got a seat; its last join was answered NAME_REFUSED."]);
  });

  it("finds every honest refusal by a limit and names the policy (NET-01)", () => {
    const refused = { kind: "call", at: 1, what: "view", ms: 1, outcome: "RATE_LIMITED" } as const;
    const findings = findingsAfter(({ entries }) => {
      entries.push(
        { ...refused, who: 1, policy: "sessionPoll" },
        { ...refused, who: "host", policy: "global" },
      );
      entries.push({ ...refused, who: "abuser", policy: "global" });
    });
    expect(findings.throttledHonest).toBe(2);
    expect(findings.throttledBy).toEqual({ sessionPoll: 1, global: 1 });
  });

  it("is not bothered by an abuser's refusals", () => {
    const night = exampleNight();
    night.entries.push({ kind: "call", at: 1, who: "abuser", what: "view", ms: 1, outcome: "RATE_LIMITED" });
    expect(isClean(checkNight(night))).toBe(true);
  });

  it("finds a right answer that brought nothing (ANS-05)", () => {
    const findings = findingsAfter(({ results }) => {
      const [first] = results.players;
      first!.points -= first!.cells[0]!.points;
      first!.cells[0]!.points = 0;
    });
    expect(findings.wrongScores).toBe(1);
  });

  it("finds a total that is not the sum of its answers (ANS-05)", () => {
    const findings = findingsAfter(({ results }) => {
      results.players[0]!.points += 10;
    });
    expect(findings.wrongScores).toBe(1);
  });

  it("finds a place that does not follow from the points (ANS-08)", () => {
    const findings = findingsAfter(({ results }) => {
      results.players[2]!.rank = 3;
    });
    expect(findings.wrongScores).toBe(1);
  });

  it("finds a repeat that was told something else (ANS-01)", () => {
    const findings = findingsAfter(({ entries }) => {
      entries.push({ kind: "repeated", at: 1, who: 0, what: "join", agrees: false });
    });
    expect(findings.contradicted).toBe(1);
  });

  it("finds results that are others after a restart", () => {
    const findings = findingsAfter((night) => {
      night.reread!.players[0]!.points += 1;
    });
    expect(findings.changedOnDisk).toBe(true);
  });

  it.each([
    ["in whose place nothing stood", { localAfterMs: null }],
    ["that was not used again", { backAfterMs: null }],
  ])("finds a hung store of the limits %s", (_, worse) => {
    const hung = { kind: "storeHung", at: 9, hungAt: 1, hungMs: 5, localAfterMs: 2, backAfterMs: 2 } as const;
    const night = exampleNight();
    night.entries.push(hung);
    expect(checkNight(night).storeStoodIn).toBe(true);
    expect(isClean(checkNight(night))).toBe(true);
    const findings = findingsAfter(({ entries }) => void entries.push({ ...hung, ...worse }));
    expect(findings.storeStoodIn).toBe(false);
  });

  it("says a few of many problems and how many there are", () => {
    const { problems } = findingsAfter((night) => {
      night.phones = 50;
    });
    expect(problems).toHaveLength(6);
    expect(problems.at(-1)).toBe("… and 42 more of these.");
  });
});
