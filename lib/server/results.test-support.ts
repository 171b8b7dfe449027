/** Nights as the API tells them, and as the exports are given them. */
import type { AnswerCell, ResultsReply } from "@/lib/contracts/http";
import type { ResultsTable } from "./results";

type Player = ResultsReply["players"][number];

/** One question, one team for each name or outcome. */
export const night = (o: {
  names?: string[];
  sources?: string[];
  outcomes?: AnswerCell[];
  text?: string;
  question?: string;
  adjustments?: Player["adjustments"];
  overrides?: Player["overrides"];
}): ResultsReply => ({
  sessionId: "s",
  title: "A night",
  createdAt: 0,
  finished: true,
  handicap: null,
  rounds: [{ title: "Animals" }],
  questions: [
    {
      questionId: "q",
      round: 1,
      number: 1,
      text: o.question ?? "What barks?",
      answerText: "dog",
      skipped: false,
      wager: null,
      contest: false,
      corrected: false,
      answeredCount: 1,
      rightCount: 1,
    },
  ],
  players: (o.names ?? o.sources ?? o.outcomes ?? ["Owls"]).map((name, index) => ({
    playerId: `p${index}`,
    name,
    rank: index + 1,
    points: -1.5,
    removed: false,
    source: o.sources?.[index] ?? "qr",
    jokerRound: null,
    heads: null,
    handicap: 0,
    adjustments: o.adjustments ?? [],
    overrides: o.overrides ?? [],
    roundPoints: [1],
    cells: [{ outcome: o.outcomes?.[index] ?? "right", text: o.text ?? "dog", points: 1, bonus: 0 }],
  })),
});

export const tableOf = ({ players, ...rest }: ResultsReply): ResultsTable => ({
  ...rest,
  rows: players,
  hasOverrides: players.some(({ overrides }) => overrides.length > 0),
  cellAt: ({ playerId }, at) => {
    const cell = players.find((player) => player.playerId === playerId)?.cells[at];
    if (!cell) throw new Error(`${playerId} has no cell ${at}`);
    return cell;
  },
});
