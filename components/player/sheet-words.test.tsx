/** What the phone says on a sheet, of a joker and at a buzzer, read from the markup that React makes of it. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import type { AnswerState } from "@/lib/client/outbox";
import { emptyEntry, type SheetEntry } from "@/lib/client/sheet-outbox";
import type { AnswerValue } from "@/lib/contracts/answers";
import { refuse } from "@/lib/contracts/refusals";
import type { PublicQuestion, SharedView } from "@/lib/contracts/views";
import { pointsFromHost } from "./adjustments";
import { answerInWords } from "./answer-words";
import { Buzzer } from "./buzzer";
import { draftOf, unfinished } from "./draft";
import { JokerCard } from "./joker-card";
import { LockedPhase } from "./locked-phase";
import { LockedSheet } from "./locked-sheet";
import { MatchTable } from "./match-table";
import { QuestionForm } from "./question-form";
import { sheetDrafts } from "./sheet-drafts";
import { SheetPhase } from "./sheet-phase";
import { teamFrom, teamLink, withoutTeam } from "./team-link";

const nothing = vi.fn();
const html = (element: ReactElement) => renderToStaticMarkup(element);
const words = (element: ReactElement) =>
  html(element)
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ");

const question = (number: number, more: Partial<PublicQuestion> = {}): PublicQuestion => ({
  id: `q${number}`,
  number,
  type: "text",
  text: `Question text ${number}`,
  choices: [],
  points: 10,
  isLastOfRound: false,
  isLastOfQuiz: false,
  ...more,
});
const text = (said: string): AnswerValue => ({ kind: "text", text: said });
const stored = (value: AnswerValue, more: Partial<SheetEntry> = {}): SheetEntry => ({
  ...emptyEntry,
  stored: { value, revision: 1, isMine: false },
  ...more,
});
const refusal = refuse("QUESTION_CLOSED").error;
const entries: Record<string, SheetEntry> = {
  q1: stored(text("Ljubljana")),
  q2: { ...emptyEntry, sending: { value: text("4"), status: "sending" } },
  q3: { ...stored(text("old")), sending: { value: text("new"), status: "kept" } },
  q4: stored(text("theirs"), { lost: text("mine") }),
  q5: stored(text("Adriatic"), { refusal: { ...refusal, value: text("Aegean") } }),
};
const entry = (id: string) => entries[id] ?? emptyEntry;
const drafts = sheetDrafts({
  entry,
  change: nothing,
  giveWay: nothing,
  setTimer: nothing,
  clearTimer: nothing,
  onChange: nothing,
});
const asked = [1, 2, 3, 4, 5, 6].map((number) => question(number));

describe("the answer sheet", () => {
  const round: Extract<SharedView, { phase: "question" }>["round"] = {
    number: 5,
    count: 6,
    title: "Pot luck",
    questionCount: 9,
    pace: "sheet",
    hasJoker: false,
  };
  const sheet = (closesAt: number | null, questions = asked) => (
    <SheetPhase
      shared={{ round, closesAt }}
      sheet={questions}
      entry={entry}
      drafts={drafts}
      serverNow={() => 0}
    />
  );
  test("every row says what became of its answer", () => {
    const states = [...html(sheet(null)).matchAll(/data-testid="sheet-row-\d" data-state="(\w+)"/g)];
    expect(states.map(([, state]) => state)).toEqual([
      "saved",
      "sending",
      "kept",
      "changed",
      "refused",
      "todo",
    ]);
  });
  test("what is on its way shows as it will be; what the team disagrees on shows as it is stored", () => {
    expect(words(sheet(null))).toContain("Question text 3 new");
    expect(words(sheet(null))).toContain("Question text 4 theirs");
  });
  test("questions to come are told from those to do, and slides are not counted", () => {
    expect(words(sheet(null)).match(/Not read out yet/g)).toHaveLength(3);
    expect(words(sheet(null))).toContain("5 of 6 answered");
    expect(words(sheet(null, [...asked, question(7, { type: "info" })]))).toContain("5 of 6 answered");
  });
  test("a skipped question leaves a gap: the others keep their numbers, and only those to come are announced", () => {
    const page = words(sheet(null, [question(2), question(5)]));
    expect(page).toContain("2 Question text 2");
    expect([...page.matchAll(/(\d+) Not read out yet/g)].map(([, number]) => number)).toEqual([
      "6",
      "7",
      "8",
      "9",
    ]);
  });
  test("LAT-01 what was asked before the team joined cannot be answered and is not counted", () => {
    const late = (
      <SheetPhase
        shared={{ round, closesAt: null }}
        sheet={asked}
        missed={["q1", "q6"]}
        entry={entry}
        drafts={drafts}
        serverNow={() => 0}
      />
    );
    expect(words(late).match(/Asked before you joined/g)).toHaveLength(2);
    expect(words(late).match(/Not read out yet/g)).toHaveLength(3);
    expect(words(late)).toContain("4 of 4 answered");
    expect(html(late)).not.toContain('data-testid="sheet-row-6"');
    expect(html(late)).not.toContain('aria-expanded="true"');
  });
  test("the newest question that waits for an answer is open; one that has its answer is not", () => {
    const open = (page: string) => page.match(/aria-expanded="true"/g)?.length ?? 0;
    expect(open(html(sheet(null)))).toBe(1);
    expect(open(html(sheet(null, asked.slice(0, 5))))).toBe(0);
  });
  test("a clock only once time is called", () => {
    expect(html(sheet(null))).not.toContain('role="timer"');
    expect(words(sheet(287_000))).toMatch(/Time, please\. .*4 : 4 7/);
    expect(words(sheet(287_000))).not.toContain("until the host calls time");
  });
  test("after the bell: what counts, what came too late, and what was never sent", () => {
    const page = words(<LockedSheet sheet={asked} entry={entry} drafts={drafts} />);
    expect(page).toContain("Question text 5 Adriatic “ Aegean ”: Too late: that question is closed.");
    expect(page).toContain("Question text 4 theirs Not sent: mine");
    expect(page).toContain("Question text 6 No answer");
  });
  test("after the bell: what was still to be chosen between two phones of the team is told", () => {
    const conflict = () => ({ theirs: text("Ljubljana"), mine: text("Maribor") });
    const undecided = <LockedSheet sheet={[question(1)]} entry={entry} drafts={{ ...drafts, conflict }} />;
    expect(words(undecided)).toContain("Question text 1 Ljubljana Not sent: Maribor");
  });
  test("after the bell a saved answer is called saved, without a tick that would say right", () => {
    const sheetOf = (questions: PublicQuestion[]) => (
      <LockedSheet sheet={questions} entry={entry} drafts={drafts} />
    );
    expect(words(sheetOf([question(1)]))).toContain("Ljubljana saved");
    expect(html(sheetOf([question(1)]))).not.toMatch(/lucide-check|text-good/);
    expect(html(sheet(null, [question(1)]))).toMatch(/lucide-check/);
  });
});

describe("a matching that is not whole", () => {
  const items = ["a", "b", "c", "d"].map((id) => ({ id, text: `Item ${id}` }));
  const table = (more: Partial<Parameters<typeof MatchTable>[0]>) =>
    words(
      <MatchTable
        lefts={items}
        rights={items}
        pairs={{ a: "b", b: "c", c: "a" }}
        onPairs={nothing}
        isPartial
        status="saved"
        {...more}
      />,
    );
  test("says what is saved, and that nothing is", () => {
    expect(table({})).toContain("3 of 4 matched, saved.");
    expect(table({ isWaiting: true })).toContain("3 of 4 matched.");
    expect(table({ status: "sending" })).toContain("3 of 4 matched.");
    expect(table({ isPartial: false, status: "picked" })).toContain("Match all 4: nothing is saved yet.");
    expect(table({ isPartial: false })).toContain("Match all 4: this change is not saved yet.");
    expect(table({ isPartial: false, status: null })).toContain("Match all 4: it cannot be sent yet.");
  });
  test("is shown at the lock with the reason, on a sheet and alone", () => {
    const asked = question(9, { type: "matching", lefts: items, rights: items });
    const draft = { ...draftOf(asked), pairs: { a: "b", b: "c", c: "a" } };
    const why = "Not saved: 3 of 4 were matched, and this question counts only with all.";
    const sheet = words(
      <LockedSheet
        sheet={[asked]}
        entry={() => emptyEntry}
        drafts={{ conflict: () => null, unfinished: (of) => unfinished(of, draft) }}
      />,
    );
    expect(sheet).toContain("Item a – Item b, Item b – Item c, Item c – Item a");
    expect(sheet).toContain(why);
    expect(sheet).not.toContain("No answer");
    const alone = (of: PublicQuestion) =>
      words(<LockedPhase question={of} answer={null} inLine={null} draft={draft} />);
    expect(alone(asked)).toContain(why);
    expect(alone({ ...asked, partial: true })).toContain("Not sent, so it does not count");
    expect(alone(question(8))).not.toContain("Item a");
  });
});

describe("answers in words", () => {
  const items = ["a", "b"].map((id) => ({ id, text: `Item ${id}` }));
  const parts = question(1, { choices: items, items, lefts: items, rights: items });
  test.each<[AnswerValue, string]>([
    [{ kind: "choice", choiceId: "b" }, "Item b"],
    [{ kind: "choices", choiceIds: ["b", "a"] }, "Item a, Item b"],
    [{ kind: "number", number: 0.5 }, "0.5"],
    [{ kind: "texts", texts: ["x", "y"] }, "x, y"],
    [{ kind: "order", itemIds: ["b", "a"] }, "Item b, Item a"],
    [{ kind: "pairs", pairs: [{ leftId: "a", rightId: "b" }] }, "Item a – Item b"],
  ])("%o", (value, said) => expect(answerInWords(parts, value)).toBe(said));
});

describe("the joker", () => {
  const card = (more: Partial<SheetEntry>, playedIn: number | null, revision: number | null = null) => (
    <JokerCard
      joker={{ playedIn, offer: { questionId: "joker:r2", revision } }}
      roundNumber={2}
      isLastRound={false}
      entry={{ ...emptyEntry, ...more }}
      onChoose={nothing}
    />
  );
  test("in hand: it can be played; played: it can be taken back", () => {
    expect(html(card({}, null))).toContain('data-testid="play-joker"');
    expect(html(card({}, 2, 0))).toContain('data-testid="take-joker-back"');
  });
  test("a choice shows before the house has it, and a refusal is told", () => {
    const sending = { value: { kind: "joker" as const, played: true }, status: "kept" as const };
    expect(words(card({ sending }, null))).toMatch(/Joker played.*Kept on this phone/);
    expect(
      words(
        card({ refusal: { ...refuse("JOKER_PLAYED").error, value: { kind: "joker", played: true } } }, null),
      ),
    ).toContain("Your joker has been played already.");
  });
  test("no offer: it says where it went", () => {
    const gone = (playedIn: number | null, isLastRound = false) => (
      <JokerCard
        joker={{ playedIn, offer: null }}
        roundNumber={2}
        isLastRound={isLastRound}
        entry={emptyEntry}
        onChoose={nothing}
      />
    );
    expect(words(gone(1))).toContain("Your joker was played in round 1.");
    expect(words(gone(2))).toContain("this round counts double");
    expect(words(gone(null))).toContain("You still have your joker");
    expect(words(gone(1, true))).toContain("Your joker was played in round 1.");
    // no round is left to keep it for
    expect(words(gone(null, true))).toBe("");
  });
});

describe("TMR-07 the buzzer", () => {
  const buzzer = (status: AnswerState["status"] | null, place: number | null = null) => (
    <Buzzer
      question={question(1, { type: "buzzer", text: "Who sings?" })}
      opensAt={0}
      serverNow={() => 1}
      answer={status && { value: { kind: "buzz" }, status, ...(status === "refused" ? { refusal } : {}) }}
      inLine={place === null ? null : { place, turn: place === 1 ? "now" : "waiting" }}
      onBuzz={nothing}
    />
  );
  test.each<[AnswerState["status"] | null, number | null, string, boolean]>([
    [null, null, "First to press answers out loud.", true],
    ["sending", null, "On its way…", false],
    ["kept", null, "Your buzz is kept here. We keep trying.", false],
    ["saved", null, "You are in line. Eyes on the big screen.", false],
    ["saved", 1, "You are first. Say your answer out loud.", false],
    ["saved", 2, "You are 2nd in line.", false],
    ["refused", null, "Too late: that question is closed.", true],
  ])("%s, place %s: %s", (status, place, said, canPress) => {
    expect(words(buzzer(status, place))).toContain(said);
    expect(html(buzzer(status, place))).toContain(`aria-disabled="${!canPress}"`);
  });
});

describe("question pace", () => {
  const form = (
    asked: PublicQuestion,
    closesAt: number | null = 20_000,
    answer: AnswerState | null = null,
  ) => (
    <QuestionForm
      question={asked}
      opensAt={0}
      closesAt={closesAt}
      serverNow={() => 0}
      answer={answer}
      inLine={null}
      draft={null}
      onDraft={nothing}
      onAnswer={nothing}
    />
  );
  const items = ["a", "b", "c"].map((id) => ({ id, text: `Item ${id}` }));
  test("a slide has no clock and nothing to answer", () => {
    const page = form(question(1, { type: "info" }), null);
    expect(html(page)).not.toContain('role="timer"');
    expect(html(page)).not.toMatch(/<(input|select|button)/);
  });
  test("the closest wins, a tie-break: said before anybody answers", () => {
    expect(words(form(question(1, { type: "number" })))).not.toContain("closest");
    expect(words(form(question(1, { type: "number", closestWins: true })))).toContain(
      "The closest answer wins.",
    );
    expect(words(form(question(1, { type: "number", isTieBreak: true })))).toContain("Tie-break");
  });
  test("a list has a field for each; an incomplete matching cannot be sent", () => {
    expect(html(form(question(1, { type: "list", wanted: 5 }))).match(/<input/g)).toHaveLength(5);
    const matching = html(form(question(1, { type: "matching", lefts: items, rights: items })));
    expect(matching.match(/<select/g)).toHaveLength(3);
    expect(matching).toMatch(
      /data-testid="send-answer"[^>]*disabled=""|disabled=""[^>]*data-testid="send-answer"/,
    );
  });
  test("every item can be moved by a button that says what it moves", () => {
    const page = html(form(question(1, { type: "ordering", items })));
    for (const { text } of items)
      for (const way of ["up", "down"]) expect(page).toContain(`aria-label="Move ${text} ${way}"`);
  });
  test("ANS-02 a sent order can only be read", () => {
    const answer: AnswerState = { value: { kind: "order", itemIds: ["c", "a", "b"] }, status: "saved" };
    const page = form(question(1, { type: "ordering", items }), 20_000, answer);
    expect(html(page)).not.toContain("<button");
    expect(words(page)).toMatch(/1 Item c 2 Item a 3 Item b/);
  });
});

describe("a second phone of the team", () => {
  const at = { origin: "http://192.168.1.5:3000", pathname: "/j/HheiAvU8", search: "?s=table-7" };
  test("comes in the same way, by the team's code", () => {
    expect(teamLink(at, "HOP47")).toBe("http://192.168.1.5:3000/j/HheiAvU8?team=HOP47");
    expect(teamLink({ ...at, pathname: "/play", search: "?pin=407189" }, "HOP47")).toBe(
      "http://192.168.1.5:3000/play/407189?team=HOP47",
    );
    expect(teamFrom({ search: "?team=HOP47" })).toBe("HOP47");
    expect(teamFrom(at)).toBeNull();
  });
  test("once it is in, its address does not ask again", () => {
    expect(withoutTeam({ pathname: "/j/HheiAvU8", search: "?team=HOP47&s=table-7" })).toBe(
      "/j/HheiAvU8?s=table-7",
    );
    expect(withoutTeam({ pathname: "/j/HheiAvU8", search: "?team=HOP47" })).toBe("/j/HheiAvU8");
  });
});

test("points by hand are named with their round", () => {
  expect(pointsFromHost({ points: -5, round: null })).toBe("−5 points from the host");
  expect(pointsFromHost({ points: 1, round: 2 })).toBe("+1 point from the host, round 2");
});
