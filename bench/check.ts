/**
 * The judgement: what the phones did and were told, held against the results the server exports. Pure, and it believes
 * nobody: scores are marked again, seats are counted again. Nothing honest may be refused, lost or doubled.
 */
import type { SubmitAnswer } from "@/lib/contracts/answers";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Question } from "@/lib/contracts/quiz";
import type { Entry, Who } from "./history";
import { only } from "./measures";
import { inWords, isRight } from "./quiz";

export type Findings = {
  phones: number;
  joined: number;
  /** refusals by a limit of anything an honest device sent, retried or not */
  throttledHonest: number;
  /** the same by policy */
  throttledBy: Record<string, number>;
  answers: {
    sent: number;
    acknowledged: number;
    /** acknowledged and not in the results */
    lost: number;
    /** counted more than once, or a phone with two seats */
    duplicated: number;
    /** refused for good, though tapped in time */
    refused: number;
    /** neither saved nor refused when the night ended */
    unsettled: number;
    /** acknowledged as one thing, exported as another */
    altered: number;
    /** phones that had a seat and never got to answer an open question */
    missed: number;
  };
  /** to answers on a sheet; null: none were made */
  changes: { sent: number; acknowledged: number } | null;
  /** players with points or a place that do not follow from their answers */
  wrongScores: number;
  /** repeats of a scan or an answer that were told something else */
  contradicted: number;
  /** the results read back from the database differ from those of the running server; null: not looked at */
  changedOnDisk: boolean | null;
  /** while the limits' store hung a local limiter was seen to stand in, and the store was used again; null: it did not */
  storeStoodIn: boolean | null;
  /** each finding in a sentence, the first few of a kind */
  problems: string[];
};

export type Evidence = {
  phones: number;
  entries: Entry[];
  questions: Question[];
  results: ResultsReply;
  /** after the server was started anew on the same database */
  reread: ResultsReply | null;
  /** seats that belong to no honest phone */
  abuserIds: Set<string>;
};

const problemsOfAKind = 5;

export function checkNight(e: Evidence): Findings {
  const complain = complaints();
  const seats = seatsOf(e, complain);
  const answers = checkAnswers(e, seats, complain);
  const throttled = only(e.entries, "call").filter(
    ({ who, outcome }) => outcome === "RATE_LIMITED" && who !== "abuser",
  );
  const throttledBy: Record<string, number> = {};
  for (const { what, policy } of throttled) {
    const name = policy ?? what;
    throttledBy[name] = (throttledBy[name] ?? 0) + 1;
  }
  for (const { who, what, policy } of throttled)
    complain(
      "throttled",
      `${nameOf(who)} was refused a ${what} by the limit ${policy ?? "it did not name"}.`,
    );
  const contradicted = only(e.entries, "repeated").filter(({ agrees }) => !agrees);
  for (const { who, what } of contradicted)
    complain("repeat", `${nameOf(who)} sent its ${what} twice and was told two things.`);
  const changedOnDisk =
    e.reread === null ? null : JSON.stringify(byId(e.reread)) !== JSON.stringify(byId(e.results));
  if (changedOnDisk) complain("disk", "The results read back from the database are not those shown before.");
  const storeStoodIn = checkStore(e, complain);
  return {
    phones: e.phones,
    joined: seats.size,
    throttledHonest: throttled.length,
    throttledBy,
    ...answers,
    contradicted: contradicted.length,
    changedOnDisk,
    storeStoodIn,
    problems: complain.all(),
  };
}

/** Nothing honest was refused, lost or doubled. */
export function isClean(f: Findings): boolean {
  const { lost, duplicated, refused, unsettled, altered, missed } = f.answers;
  const faults = [lost, duplicated, refused, unsettled, altered, missed, f.throttledHonest, f.wrongScores];
  const isWhole =
    f.joined === f.phones && f.contradicted === 0 && !f.changedOnDisk && f.storeStoodIn !== false;
  return isWhole && faults.every((count) => count === 0);
}

export const nameOf = (who: Who): string => (typeof who === "number" ? `Phone ${who + 1}` : `The ${who}`);

type Complain = ((kind: string, sentence: string) => void) & { all(): string[] };
function complaints(): Complain {
  const byKind = new Map<string, string[]>();
  const complain = (kind: string, sentence: string) => {
    const said = byKind.get(kind) ?? [];
    byKind.set(kind, said);
    said.push(sentence);
  };
  return Object.assign(complain, {
    all: () =>
      [...byKind.values()].flatMap((said) => {
        const more = said.length - problemsOfAKind;
        return more > 0 ? [...said.slice(0, problemsOfAKind), `… and ${more} more of these.`] : said;
      }),
  });
}

function checkStore(e: Evidence, complain: Complain): boolean | null {
  const [hung] = only(e.entries, "storeHung");
  if (!hung) return null;
  if (hung.localAfterMs === null)
    complain("store", "The limits' store hung and the room panel never said that a local limiter stands in.");
  if (hung.backAfterMs === null)
    complain("store", "The limits' store answered again and the server did not go back to it.");
  return hung.localAfterMs !== null && hung.backAfterMs !== null;
}

/** The seat each phone was told it has. */
function seatsOf(e: Evidence, complain: Complain): Map<Who, { playerId: string; at: number }> {
  const seats = new Map(only(e.entries, "seated").map(({ who, playerId, at }) => [who, { playerId, at }]));
  for (let who = 0; who < e.phones; who++)
    if (!seats.has(who))
      complain("turned away", `${nameOf(who)} never got a seat; ${lastSetback(e.entries, who)}.`);
  return seats;
}

function lastSetback(entries: Entry[], who: Who): string {
  const call = only(entries, "call").findLast((entry) => entry.who === who && entry.outcome !== "ok");
  return call ? `its last ${call.what} was answered ${call.outcome}` : "nothing was refused";
}

function checkAnswers(e: Evidence, seats: Map<Who, { playerId: string; at: number }>, complain: Complain) {
  const key = (who: Who, questionId: string) => `${who} ${questionId}`;
  const taps = new Map(only(e.entries, "tapped").map((tap) => [key(tap.who, tap.answer.questionId), tap]));
  // on a sheet the last one acknowledged is the one that must stand
  const saved = new Map(only(e.entries, "saved").map((entry) => [key(entry.who, entry.questionId), entry]));
  const changed = only(e.entries, "changed");
  const waiting = waitingOf(e.entries, key);
  const refusals = only(e.entries, "answerRefused");
  const refused = new Set(refusals.map((entry) => key(entry.who, entry.questionId)));
  for (const { who, code } of refusals)
    complain("refused", `${nameOf(who)} tapped while the question was open and was told ${code}.`);

  const exported = new Map(e.results.players.map((player) => [player.playerId, player]));
  const column = new Map(e.results.questions.map((question, index) => [question.questionId, index]));
  const cellOf = (who: Who, questionId: string) =>
    exported.get(seats.get(who)?.playerId ?? "")?.cells[column.get(questionId) ?? -1];
  const questionOf = new Map(e.questions.map((question) => [question.id, question]));

  let lost = 0;
  let altered = 0;
  let unsettled = 0;
  for (const [name, tap] of taps) {
    const { questionId } = tap.answer;
    const ack = saved.get(name);
    const question = questionOf.get(questionId);
    const pending = waiting.get(name);
    if (pending) {
      unsettled += 1;
      complain("unsettled", `${nameOf(tap.who)} was still waiting for "saved" when the night ended.`);
    }
    if (!ack || !question) continue;
    const text = cellOf(tap.who, questionId)?.text ?? "";
    if (text === "") {
      lost += 1;
      complain("lost", `${nameOf(tap.who)} was told "saved" and the answer is not in the results.`);
    } else if (pending && text === inWords(question, pending.value)) {
      // counted as unsettled: the change arrived and the phone was never told
    } else if (text !== inWords(question, ack.value)) {
      altered += 1;
      complain(
        "altered",
        `${nameOf(tap.who)} was told "${inWords(question, ack.value)}" is saved; the results say "${text}".`,
      );
    }
  }

  let missed = 0;
  for (const { opened, at } of only(e.entries, "step"))
    for (const [who, seat] of seats) {
      if (opened === null || seat.at > at || taps.has(key(who, opened))) continue;
      missed += 1;
      complain("missed", `${nameOf(who)} had a seat and never got to answer a question.`);
    }

  const duplicated = countDoubles(e, seats, complain);
  const wrongScores = countWrongScores(e, complain);
  return {
    answers: {
      sent: taps.size,
      acknowledged: saved.size,
      lost,
      duplicated,
      refused: refused.size,
      unsettled,
      altered,
      missed,
    },
    changes:
      changed.length === 0
        ? null
        : {
            sent: changed.length,
            acknowledged: only(e.entries, "saved").filter(({ revision }) => revision).length,
          },
    wrongScores,
  };
}

/** By phone and question: the answer or change that was neither saved nor refused when the night ended. */
function waitingOf(entries: Entry[], key: (who: Who, questionId: string) => string) {
  const waiting = new Map<string, SubmitAnswer>();
  for (const entry of entries)
    if (entry.kind === "tapped" || entry.kind === "changed")
      waiting.set(key(entry.who, entry.answer.questionId), entry.answer);
    else if (entry.kind === "saved" || entry.kind === "answerRefused")
      waiting.delete(key(entry.who, entry.questionId));
  return waiting;
}

/** A seat twice in the results, a seat nobody took, an answer counted more often than it stands there. */
function countDoubles(e: Evidence, seats: Map<Who, { playerId: string }>, complain: Complain): number {
  const taken = new Set([...seats.values()].map(({ playerId }) => playerId));
  const seen = new Set<string>();
  let doubles = 0;
  for (const { playerId, name } of e.results.players) {
    const isKnown = taken.has(playerId) || e.abuserIds.has(playerId);
    if (isKnown && !seen.has(playerId)) seen.add(playerId);
    else {
      doubles += 1;
      complain("doubled", `The results hold a seat "${name}" that no phone took, or took twice.`);
    }
  }
  for (const [index, question] of e.results.questions.entries()) {
    const standing = e.results.players.filter(({ removed, cells }) => !removed && cells[index]?.text).length;
    const over = question.answeredCount - standing;
    if (over <= 0) continue;
    doubles += over;
    complain(
      "doubled",
      `Question ${index + 1} counts ${question.answeredCount} answers of ${standing} players.`,
    );
  }
  return doubles;
}

/** Every cell marked again, every total added again, every rank counted again (1, 2, 2, 4). */
function countWrongScores(e: Evidence, complain: Complain): number {
  const markOf = new Map<string, (text: string) => number>();
  for (const question of e.questions) markOf.set(question.id, marker(question));
  const wrong = new Set<string>();
  const isWrong = (name: string, what: string) => {
    wrong.add(name);
    complain("score", `${name}: ${what}.`);
  };
  const active = e.results.players.filter(({ removed }) => !removed);
  for (const { name, points, rank, cells } of active) {
    let total = 0;
    for (const [index, cell] of cells.entries()) {
      const question = e.results.questions[index];
      if (cell.outcome === "not asked" || !question) continue;
      const due = cell.text === "" ? 0 : (markOf.get(question.questionId)?.(cell.text) ?? 0);
      total += due;
      if (cell.points !== due)
        isWrong(
          name,
          `"${cell.text}" to question ${index + 1} brought ${cell.points} points and is worth ${due}`,
        );
    }
    if (points !== total) isWrong(name, `${points} points in the standings, ${total} by its answers`);
    const due = 1 + active.filter((other) => other.points > points).length;
    if (rank !== due) isWrong(name, `place ${rank} in the standings, ${due} by points`);
  }
  return wrong.size;
}

/** From the words of the export back to points. */
function marker(question: Question): (text: string) => number {
  const points = (isDue: boolean) => (isDue ? question.points : 0);
  if (question.type === "text") return (text) => points(isRight(question, { kind: "text", text }));
  if (question.type === "number")
    return (text) => points(isRight(question, { kind: "number", number: Number(text) }));
  if (!("choices" in question)) return () => 0;
  const choiceIds = question.choices.filter(({ correct }) => correct).map(({ id }) => id);
  const right = inWords(question, { kind: "choices", choiceIds });
  return (text) => points(text === right);
}

const byId = ({ players, questions }: ResultsReply) => ({
  questions,
  players: [...players].sort((a, b) => (a.playerId < b.playerId ? -1 : 1)),
});
