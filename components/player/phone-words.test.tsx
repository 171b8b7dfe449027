/** What the phone says in each state, read from the markup that React makes of it. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import type { AnswerState } from "@/lib/client/outbox";
import { refusalCodes, refuse } from "@/lib/contracts/refusals";
import type { MeView, Outcome, PublicQuestion, SharedView } from "@/lib/contracts/views";
import { AnswerNote, LateNote } from "./answer-note";
import { ChoiceList } from "./choice-list";
import { ClosedDoor, closedDoors } from "./closed-door";
import { FinishedPhase } from "./finished-phase";
import { LockedPhase } from "./locked-phase";
import { NameForm } from "./name-form";
import { NextSoon } from "./next-soon";
import { RevealPhase } from "./reveal-phase";
import { SeatLeft, SeatLost } from "./seat-lost";
import { StandingsPhase } from "./standings-phase";
import { StandingsTable } from "./standings-table";
import { TypedAnswer } from "./typed-answer";

const nothing = vi.fn();
const html = (element: ReactElement) => renderToStaticMarkup(element);
const words = (element: ReactElement) =>
  html(element)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

const me: MeView = {
  playerId: "me",
  name: "Foam Alone",
  seatCode: "HOP47",
  answer: null,
  sheet: null,
  joker: null,
  result: null,
  standing: null,
};
const standing = {
  rank: 9,
  points: 30,
  roundPoints: 10,
  movement: -1,
  playerCount: 12,
  gapToNext: 10,
  nextName: "Lager Than Life",
};
const round = {
  number: 1,
  count: 1,
  title: "One",
  questionCount: 1,
  pace: "question" as const,
  hasJoker: false,
};
const question: PublicQuestion = {
  id: "q1",
  number: 1,
  type: "single",
  text: "Which cask holds the most?",
  choices: [
    { id: "firkin", text: "Firkin" },
    { id: "hogshead", text: "Hogshead" },
  ],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
};
const several: PublicQuestion = { ...question, type: "multiple" };
const answered = (status: AnswerState["status"]): AnswerState => ({
  value: { kind: "choice", choiceId: "hogshead" },
  status,
  ...(status === "refused" ? { refusal: refuse("QUESTION_CLOSED").error } : {}),
});

describe("a seat that is gone", () => {
  test.each(refusalCodes)("%s: there is a way on", (code) => {
    const page = html(<SeatLost title="Quiz" refusal={refuse(code).error} onJoinAgain={nothing} />);
    expect(page).toMatch(/data-testid="(join-again|reload|another-quiz)"/);
  });
  test("HST-09 removed may join again, banned may not, and each is told why", () => {
    const removed = <SeatLost title="Quiz" refusal={refuse("SEAT_REMOVED").error} onJoinAgain={nothing} />;
    expect(words(removed)).toContain("The host removed this seat.");
    expect(html(removed)).toContain('data-testid="join-again"');
    const banned = <SeatLost title="Quiz" refusal={refuse("SEAT_BANNED").error} onJoinAgain={nothing} />;
    expect(words(banned)).toContain("The host has banned this phone");
    expect(html(banned)).not.toContain('data-testid="join-again"');
  });
  test("who left is not told that the host did it", () => {
    const left = <SeatLeft title="Quiz" onJoinAgain={nothing} />;
    expect(words(left)).toContain("You left the quiz.");
    expect(words(left)).not.toMatch(/host|removed/i);
    expect(html(left)).toContain('data-testid="join-again"');
  });
});

describe("places that are covered", () => {
  const row = { playerId: "other", name: "Other", rank: 3, points: 5, roundPoints: 5, movement: 0 };
  const page = (more: Partial<Parameters<typeof StandingsPhase>[0]["shared"]["standings"]>, own = me) =>
    words(
      <StandingsPhase
        me={own}
        shared={{ round, standings: { rows: [], playerCount: 3, show: "staged", coveredCount: 3, ...more } }}
      />,
    );
  test("a team whose place is still covered is told where to look, and no place", () => {
    expect(page({})).toContain("Your place is still to come.");
    expect(page({ rows: [row], coveredCount: 2 })).toContain("3 Other 5");
    expect(page({ show: "hidden" })).toContain("The places stay secret.");
  });
  test("who has its place is not told to wait for it", () => {
    const shown = page({ rows: [row], coveredCount: 1 }, { ...me, standing });
    expect(shown).not.toContain("still to come");
    expect(shown).toContain("You are 9");
  });
});

test("LAT-01 who joined too late for the open question is told so, never shown a blank page", () => {
  expect(words(<NextSoon />)).toMatch(/Next question soon\. You are in\./);
});

describe("a closed door", () => {
  test.each(closedDoors)("%s: there is a way on", (code) => {
    const page = html(<ClosedDoor title="Quiz" code={code} onSeatCode={nothing} />);
    expect(page).toMatch(/data-testid="another-quiz"/);
  });
  test("who played a quiz that is over sees how it went by the seat code", () => {
    const page = html(<ClosedDoor title="Quiz" code="SESSION_ENDED" onSeatCode={nothing} />);
    expect(page).toContain('data-testid="had-seat"');
  });
  test("joining is closed: the words say so, and the name can be typed and tried again", () => {
    const lookup = {
      sessionId: "s",
      title: "Quiz",
      joinLocked: true,
      ended: false,
      deviceToken: "d",
      seat: null,
    };
    const page = html(<NameForm lookup={lookup} formerName="" source="qr" onSeated={nothing} />);
    expect(page).toContain("The host has closed the door.");
    for (const part of ["name", "take-seat", "had-seat"]) expect(page).toContain(`data-testid="${part}"`);
  });
});

describe("choices", () => {
  const looks = (answer: AnswerState | null, asked = question, picked: string[] = []) =>
    [
      ...html(
        <ChoiceList question={asked} answer={answer} picked={picked} onPicked={nothing} onAnswer={nothing} />,
      ).matchAll(/data-look="(\w+)"/g),
    ].map(([, look]) => look);

  test("nothing chosen: all wait for a tap", () => expect(looks(null)).toEqual(["idle", "idle"]));
  test.each(["sending", "kept", "saved"] as const)(
    "%s: shown on the chosen one, the other dimmed",
    (status) => expect(looks(answered(status))).toEqual(["dimmed", status]),
  );
  test("several: picked ones show before anything is sent", () =>
    expect(looks(null, several, ["firkin"])).toEqual(["picked", "idle"]));
  test("ANS-02 after the answer was sent no choice can be tapped", () => {
    const page = html(
      <ChoiceList
        question={question}
        answer={answered("saved")}
        picked={[]}
        onPicked={nothing}
        onAnswer={nothing}
      />,
    );
    expect(page.match(/<button[^>]*disabled=""/g)).toHaveLength(2);
  });
});

describe("a typed answer", () => {
  const form = (kind: "text" | "number", typed = "") => (
    <TypedAnswer kind={kind} answer={null} typed={typed} onTyped={nothing} onAnswer={nothing} />
  );
  test.each(["text", "number"] as const)("ANS-06 the phone does not correct what is typed: %s", (kind) => {
    const field = /<input[^>]*>/.exec(html(form(kind)))?.[0].toLowerCase();
    expect(field).toContain('autocorrect="off"');
    expect(field).toContain('autocapitalize="off"');
    expect(field).toContain('spellcheck="false"');
    expect(field).toContain('autocomplete="off"');
  });
  test("a number read differently from how it was typed is shown as it was read", () => {
    expect(words(form("number", "1,000"))).toContain("Read as 1000.");
    expect(words(form("number", "3.5"))).not.toContain("Read as");
  });
});

describe("what became of an answer", () => {
  test("saved is said of a saved answer only", () => {
    for (const status of ["sending", "kept", "refused"] as const)
      expect(words(<AnswerNote answer={answered(status)} />)).not.toMatch(/saved/i);
    expect(words(<AnswerNote answer={answered("saved")} />)).toContain("Answer saved");
  });
  test("the bell rang before the answer was through: it is shown as not saved yet", () =>
    expect(
      words(<LockedPhase question={question} answer={answered("kept")} inLine={null} draft={null} />),
    ).toContain("Your answer, not saved yet"));
  test("CON-09 an answer that came too late is told", () =>
    expect(words(<LateNote answer={answered("refused")} />)).toContain("did not arrive in time"));
});

describe("the reveal", () => {
  const shared: Extract<SharedView, { phase: "reveal" }> = {
    sessionId: "s",
    title: "Quiz",
    joinLocked: false,
    phase: "reveal",
    round,
    question,
    reveal: {
      correctChoiceIds: ["hogshead"],
      answerText: "Hogshead",
      explanation: "54 gallons.",
      skipped: false,
      rightCount: 1,
      answeredCount: 2,
      distribution: [],
    },
  };
  const reveal = (outcome: Outcome, points: number) => (
    <RevealPhase
      shared={shared}
      me={{ ...me, standing, result: { outcome, points, bonus: 0 } }}
      answer={null}
    />
  );
  test("LAT-02 who joined later is not told of a missing answer or of no points", () => {
    expect(words(reveal("joinedLater", 0))).toContain("You joined after this question");
    expect(words(reveal("joinedLater", 0))).not.toMatch(/No answer|No points/);
  });
  test("until this phone's own marks are here nothing is said of right or wrong", () => {
    const early = words(<RevealPhase shared={shared} me={me} answer={null} />);
    expect(early).toContain("Marking");
    expect(early).not.toMatch(/No answer|Not quite|Right!/);
  });
  test("nearest wins: who was nearest was not right, and a tie-break is no question of points", () => {
    const page = (of: Partial<PublicQuestion>, outcome: Outcome) => {
      const number: PublicQuestion = { ...question, type: "number", choices: [], ...of };
      const result = { outcome, points: 0, bonus: 0 };
      return words(
        <RevealPhase shared={{ ...shared, question: number }} me={{ ...me, result }} answer={null} />,
      );
    };
    expect(page({ closestWins: true }, "right")).toContain("Closest!");
    expect(page({ closestWins: true }, "wrong")).toMatch(/Not the closest\s+No points/);
    expect(page({ isTieBreak: true }, "right")).toMatch(/Closest! A tie-break/);
    for (const outcome of ["right", "wrong"] as const)
      expect(page({ isTieBreak: true }, outcome)).not.toMatch(/No points|Right!|Not quite/);
    expect(page({ isTieBreak: true }, "unanswered")).toContain("No answer");
  });
  test("points, place and the gap to the next", () => {
    const page = words(reveal("right", 1));
    expect(page).toContain("+1 point ");
    expect(page).toContain("9 th of 12");
    expect(page).toContain("10 points to catch Lager Than Life");
  });
});

describe("standings", () => {
  const rows = Array.from({ length: 12 }, (_, place) => ({
    playerId: `p${place}`,
    name: `Team ${place}`,
    rank: place + 1,
    points: 100 - place,
    roundPoints: 0,
    movement: 0,
  }));
  const finished = {
    title: "Quiz",
    standings: { rows, playerCount: rows.length, show: "all" as const, coveredCount: 0 },
  };
  test("a player below the top finds the own line under it", () => {
    const page = words(<StandingsTable rows={rows} me={{ ...me, standing }} />);
    expect(page).toContain("Team 5");
    expect(page).not.toContain("Team 6");
    expect(page).toMatch(/9 Foam Alone 30/);
  });
  test("a player in the top stands there once", () => {
    const mine = { ...me, playerId: "p2", name: "Team 2", standing: { ...standing, rank: 3 } };
    expect(html(<StandingsTable rows={rows} me={mine} />).match(/Team 2/g)).toHaveLength(1);
  });
  test("NAM-03 names are kept apart from the figures beside them", () => {
    const arabic = [{ ...rows[0]!, name: "مرحبا 5" }];
    expect(html(<StandingsTable rows={arabic} me={me} />)).toMatch(/<bdi[^>]*>مرحبا 5<\/bdi>/);
  });
  test("ANS-08 the podium says the same place as the table", () =>
    expect(words(<FinishedPhase me={{ ...me, standing }} shared={finished} />)).toContain(
      "Foam Alone came 9 th of 12, with 30 points",
    ));
  test("a correction is told to a team with its points, and to the others that it was not theirs", () => {
    const corrections = [{ round: 1, question: 3 }];
    const own = { round: 1, question: 3, outcome: "right" as const, points: 2, bonus: 0, of: 2 };
    const table = { round, standings: finished.standings, corrections };
    const mine = words(<StandingsPhase me={{ ...me, standing, corrections: [own] }} shared={table} />);
    expect(mine).toContain("Question 3 was corrected: you now have 2 of 2 points.");
    expect(mine).not.toContain("none of your points");
    const others = words(<StandingsPhase me={{ ...me, standing }} shared={table} />);
    expect(others).toContain("Question 3 was corrected. It changes none of your points.");
    expect(words(<FinishedPhase me={me} shared={{ ...finished, corrections }} />)).toContain(
      "Question 3 of round 1 was corrected.",
    );
    expect(
      words(<StandingsPhase me={{ ...me, standing }} shared={{ ...table, corrections: [] }} />),
    ).not.toContain("corrected");
  });
});
