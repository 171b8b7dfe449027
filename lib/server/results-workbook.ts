/**
 * The night as a workbook: standings, a sheet per round (teams × questions), the questions' figures, a legend, and a
 * sheet per source. What it says is what the page and the CSV say; this only lays it out.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { handicapInWords } from "@/lib/contracts/handicap-words";
import type { AnswerCell } from "@/lib/contracts/http";
import {
  isCounted,
  type ResultsRow,
  type ResultsTable,
  rowsAtOnce,
  summaryHead,
  summaryOf,
  wagerCells,
  wagerHeads,
} from "./results";
import { type Look, type Sheet, type SheetCell, sheetNames } from "./xlsx-stream";

/** What each outcome is called in a cell, how the cell looks, and what it means. Every one is told apart by its text. */
const outcomes: Record<AnswerCell, { look: Look; meaning: string }> = {
  right: { look: "good", meaning: "Answered, and all of it right." },
  "partly right": { look: "fair", meaning: "Answered, and some of it right." },
  wrong: { look: "bad", meaning: "Answered, and wrong." },
  unanswered: { look: "none", meaning: "The team was there and sent no answer." },
  "refused late": { look: "fair", meaning: "An answer was sent, but came after the question was closed." },
  "joined later": {
    look: "none",
    meaning: "The question was over before the team came. It does not count against it.",
  },
  skipped: {
    look: "none",
    meaning: "The host skipped or voided the question: no points for anybody, whatever was answered.",
  },
  "not asked": {
    look: "none",
    meaning: "The night had not come to this question or to its answer, or the team played on paper.",
  },
};
const outcomeNames = Object.keys(outcomes) as AnswerCell[];
/** A team that was not there yet had no chance at the question, so it says nothing about it. */
const wasThere: AnswerCell[] = ["right", "partly right", "wrong", "unanswered", "refused late"];

/** More labels than a pub has tables; a phone may come with any label, and a workbook of thousands of tabs opens nowhere. */
const mostSources = 100;
/** More different answers than this are a long tail of one team each. */
const mostAnswers = 8;

export async function resultsSheets(table: ResultsTable): Promise<Sheet[]> {
  const counts = await countOutcomes(table);
  const sheets = [
    standingsSheet(table),
    ...table.rounds.map(({ title }, index) => roundSheet(table, index + 1, title)),
    questionsSheet(table, counts),
    legendSheet(table),
    ...sourceSheets(table),
  ];
  const names = sheetNames(sheets.map(({ name }) => name));
  return sheets.map((sheet, index) => ({ ...sheet, name: names[index] ?? sheet.name }));
}

const summarySheet = (table: ResultsTable, name: string, rows: ResultsRow[]): Sheet => ({
  name,
  widths: [
    ...[6, 28, 9, 14, 10],
    ...table.rounds.map(() => 14),
    ...(table.handicap ? [8, 10] : []),
    ...[13, 40],
    ...(table.hasOverrides ? [40] : []),
    12,
  ],
  frozenColumns: 2,
  head: summaryHead(table),
  *rows() {
    for (const row of rows) yield summaryOf(row, table);
  },
});

const standingsSheet = (table: ResultsTable): Sheet => summarySheet(table, "Standings", table.rows);

/** One for each way in, those with the most teams first. */
function sourceSheets(table: ResultsTable): Sheet[] {
  const bySource = new Map<string, ResultsRow[]>();
  for (const row of table.rows) {
    const rows = bySource.get(row.source) ?? [];
    rows.push(row);
    bySource.set(row.source, rows);
  }
  const sources = [...bySource].sort(
    ([a, { length: as }], [b, { length: bs }]) => bs - as || (a < b ? -1 : 1),
  );
  const own = sources.length > mostSources ? sources.slice(0, mostSources - 1) : sources;
  const rest = new Set(sources.slice(own.length).map(([source]) => source));
  const sheets = own.map(([source, rows]) => summarySheet(table, source, rows));
  if (rest.size > 0) {
    const rows = table.rows.filter(({ source }) => rest.has(source));
    sheets.push(summarySheet(table, "Other sources", rows));
  }
  return sheets;
}

function roundSheet(table: ResultsTable, round: number, title: string): Sheet {
  const questions = table.questions.flatMap((question, at) =>
    question.round === round ? [{ question, at }] : [],
  );
  const answerColumns = questions.flatMap(({ question }) => [
    `Q${question.number} ${question.text}`,
    `Q${question.number} answer`,
    `Q${question.number} points`,
    ...(question.wager === null ? [] : wagerHeads.map((head) => `Q${question.number} ${head}`)),
  ]);
  return {
    name: `R${round} ${title}`,
    widths: [
      6,
      28,
      8,
      ...questions.flatMap(({ question }) => [16, 22, 10, ...(question.wager === null ? [] : [8, 8])]),
      13,
      12,
    ],
    frozenColumns: 2,
    head: ["Rank", "Name", "Joker", ...answerColumns, "Adjustments", "Round total"],
    *rows() {
      for (const row of table.rows) {
        const answers = questions.flatMap(({ question, at }): SheetCell[] => {
          const cell = table.cellAt(row, at);
          const { outcome, text, points } = cell;
          return [
            { value: outcome, look: outcomes[outcome].look },
            text,
            isCounted[outcome] ? points : "",
            ...(question.wager === null ? [] : wagerCells(cell)),
          ];
        });
        const byHand = row.adjustments.reduce(
          (sum, entry) => sum + (entry.round === round ? entry.points : 0),
          0,
        );
        yield [
          row.rank ?? "",
          row.name,
          row.jokerRound === round ? "joker" : "",
          ...answers,
          byHand,
          row.roundPoints[round - 1] ?? 0,
        ];
      }
    },
  };
}

type OutcomeCounts = Record<AnswerCell, number>;

/** For every question; a removed team is in the tables, not in the figures. */
async function countOutcomes(table: ResultsTable): Promise<OutcomeCounts[]> {
  const counts = table.questions.map(
    () => Object.fromEntries(outcomeNames.map((name) => [name, 0])) as OutcomeCounts,
  );
  for (const [index, row] of table.rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await nextTurn();
    if (row.removed) continue;
    for (const [at, count] of counts.entries()) count[table.cellAt(row, at).outcome] += 1;
  }
  return counts;
}

/** The share of the teams in the room that were right, and partly; null where nobody could be, or not all of them. */
function sharesOf(count: OutcomeCounts, isWithout: boolean): { right: number; partly: number } | null {
  const there = wasThere.reduce((sum, name) => sum + count[name], 0);
  return isWithout || there === 0
    ? null
    : { right: count.right / there, partly: count["partly right"] / there };
}

function questionsSheet(table: ResultsTable, counts: OutcomeCounts[]): Sheet {
  const shares = table.questions.map(({ skipped, contest }, at) => {
    const count = counts[at];
    return count ? sharesOf(count, skipped || contest) : null;
  });
  const got = shares.map((share) => share && share.right + share.partly);
  /** 1 is the hardest, equal ones have the same number; what everybody knew something of was missed by nobody. */
  const missedRank = (at: number): number | "" => {
    const own = got[at];
    if (own === null || own === undefined || own >= 1) return "";
    return 1 + got.filter((other) => other !== null && other < own).length;
  };
  return {
    name: "Questions",
    widths: [7, 5, 44, 26, 22, 10, 9, 9, 11, ...outcomeNames.map(() => 12), 60],
    frozenColumns: 2,
    head: [
      "Round",
      "No.",
      "Question",
      "Right answer",
      "Corrected",
      "Answered",
      "Right %",
      "Partly %",
      "Most missed",
      ...outcomeNames.map((name) => `Teams: ${name}`),
      "What they answered",
    ],
    *rows() {
      for (const [at, question] of table.questions.entries()) {
        const count = counts[at];
        const share = shares[at] ?? null;
        if (!count) continue;
        yield [
          question.round,
          question.number,
          question.text,
          question.answerText,
          question.corrected ? "after the reveal" : "",
          count.right + count["partly right"] + count.wrong,
          share ? { value: share.right, look: "percent" } : "",
          share ? { value: share.partly, look: "percent" } : "",
          missedRank(at),
          ...outcomeNames.map((name) => count[name]),
          answersInWords(table, at),
        ];
      }
    },
  };
}

/** "12 × Hops (right), 3 × Malt (wrong)": the most common first; spellings that differ only in case are one. */
function answersInWords(table: ResultsTable, at: number): string {
  const answers = new Map<string, { text: string; outcome: AnswerCell; count: number }>();
  for (const row of table.rows) {
    const { outcome, text } = table.cellAt(row, at);
    if (row.removed || text === "") continue;
    const key = `${outcome} ${text.normalize("NFKC").trim().toLowerCase()}`;
    const known = answers.get(key);
    if (known) known.count += 1;
    else answers.set(key, { text, outcome, count: 1 });
  }
  const common = [...answers.values()].sort((a, b) => b.count - a.count);
  const words = common
    .slice(0, mostAnswers)
    .map(({ text, outcome, count }) => `${count} × ${text} (${outcome})`);
  if (common.length > mostAnswers) words.push(`${common.length - mostAnswers} more`);
  return words.join(", ");
}

function legendSheet(table: ResultsTable): Sheet {
  const day = new Date(table.createdAt).toISOString().slice(0, 10);
  const notes: [string, string][] = [
    ["Quiz", `${table.title}, ${day}${table.finished ? "" : ", still going on"}`],
    ["Rank", "Equal points have the same place: 1, 2, 2, 4. A removed team has none."],
    [
      "Points",
      `The rounds${table.handicap ? ", Handicap" : ""} and Adjustments add up to them; what was given in a round is in that round.`,
    ],
    [
      "Round total",
      "The points of its questions, with speed bonus, joker and wager in them, and its adjustments.",
    ],
    ...(table.handicap ? [["Handicap", handicapInWords(table.handicap)] as [string, string]] : []),
    ...(table.questions.some(({ wager }) => wager !== null)
      ? [
          [
            "Stake, wager",
            "What the team staked on the question before it knew it, and what that won or lost: part of its points.",
          ] as [string, string],
        ]
      : []),
    ["Joker", "The round the team's joker doubles; the points are doubled already."],
    ["Source", "How the team came in: qr, link, pin, paper, or the label of a table's code."],
    [
      "Right %, Partly %",
      "Of the teams that were in the room for the question, answered or not; none where the closest or the first wins.",
    ],
    ["Most missed", "1 is the hardest question."],
  ];
  return {
    name: "Legend",
    widths: [22, 90, 18],
    frozenColumns: 0,
    head: ["In a cell", "What it means", "Counts for the team"],
    *rows() {
      for (const name of outcomeNames)
        yield [
          { value: name, look: outcomes[name].look },
          outcomes[name].meaning,
          isCounted[name] ? "yes" : "no",
        ];
      yield [];
      yield* notes;
    },
  };
}
