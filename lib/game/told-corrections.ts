/**
 * What the screens say of a correction after the answer was shown: the room which question it was, a team what it has now.
 * Derived by scoring the night once more as it stood before: who has the same points as then is told nothing of its own.
 */
import type { Correction, OwnCorrection } from "@/lib/contracts/views";
import { overrideOf, reasonIn, roundedPoints, worth } from "./judging";
import type { QuestionBefore } from "./recent-corrections";
import { type Answers, type PlayerRecord, type SessionScores, scoreSession } from "./scoring";
import type { SessionState } from "./state";

export type ToldCorrections = {
  /** for everybody: never who */
  shared: Correction[];
  /** player id → what became of its own points */
  own: ReadonlyMap<string, OwnCorrection[]>;
};

/**
 * Scores as screens show them. What is told of corrections is worked out when a screen first asks: a marker's page asks
 * for scores ten times a second, and never for this.
 */
export function scoresToShow(state: SessionState, players: PlayerRecord[], answers: Answers): SessionScores {
  const scores = scoreSession(state, players, answers);
  let told: ToldCorrections | null = null;
  return {
    ...scores,
    told() {
      told ??= correctionsToTell(state, players, answers, scores);
      return told;
    },
  };
}

function correctionsToTell(
  state: SessionState,
  players: PlayerRecord[],
  answers: Answers,
  scores: SessionScores,
): ToldCorrections {
  const active = players.filter(({ removed }) => !removed);
  const own = new Map<string, OwnCorrection[]>();
  const shared: Correction[] = [];
  const tell = (playerId: string, correction: OwnCorrection) => {
    own.set(playerId, [...(own.get(playerId) ?? []), correction]);
    const { round, question } = correction;
    const isKnown = shared.some((entry) => entry.round === round && entry.question === question);
    if (!isKnown) shared.push({ round, question });
  };

  const { questions, byHand } = state.recentCorrections;
  if (questions.length > 0) {
    const stood = asBefore(state, questions);
    const before = scoreSession(stood, players, answers);
    const ids = new Set(questions.map(({ questionId }) => questionId));
    for (const [roundIndex, round] of state.quiz.rounds.entries())
      for (const [index, question] of round.questions.entries()) {
        if (!ids.has(question.id)) continue;
        for (const { playerId } of active) {
          const cell = scores.cells.get(playerId)?.get(question.id);
          const points = before.cells.get(playerId)?.get(question.id)?.points ?? 0;
          if (!cell || cell.points === points) continue;
          const place = { round: roundIndex + 1, question: index + 1 };
          const now = overrideOf(state, question.id, playerId);
          const was = overrideOf(stood, question.id, playerId);
          const isNew = cell.outcome !== "skipped" && now?.fraction !== was?.fraction;
          const { outcome, points: brings, bonus, wager } = cell;
          // a stake comes on top of the question's own points, as a joker does
          const onTop = roundedPoints(bonus + (wager?.points ?? 0));
          tell(playerId, {
            ...place,
            outcome,
            points: brings,
            bonus: onTop,
            of: worth(question),
            ...(isNew ? reasonIn(now) : {}),
          });
        }
      }
  }

  const activeIds = new Map(active.map((player) => [player.playerId, player]));
  for (const { playerId, round, points } of byHand) {
    const player = activeIds.get(playerId);
    if (!player || (player.onPaper && isFirstScore(state, playerId, round, points))) continue;
    tell(playerId, { round, question: null, points: roundedPoints(points) });
  }
  return { shared, own };
}

/** The score a team on paper brings to the bar after a round is no correction; another one instead of it is. */
function isFirstScore(state: SessionState, playerId: string, round: number | null, points: number): boolean {
  const ofRound = state.adjustments.filter((entry) => entry.playerId === playerId && entry.round === round);
  const sum = ofRound.reduce((total, entry) => total + entry.points, 0);
  return round !== null && roundedPoints(sum) === roundedPoints(points);
}

/** As far as the last of them: what was asked later has no part in their points. */
function asBefore(state: SessionState, questions: QuestionBefore[]): SessionState {
  const byId = new Map(questions.map((question) => [question.questionId, question]));
  const last = state.asked.findLastIndex(({ questionId }) => byId.has(questionId));
  return {
    ...state,
    asked: state.asked.slice(0, last + 1),
    marks: {
      ...state.marks,
      ...Object.fromEntries(questions.map(({ questionId, marks }) => [questionId, marks])),
    },
    overrides: [
      ...state.overrides.filter(({ questionId }) => !byId.has(questionId)),
      ...questions.flatMap(({ overrides }) => overrides),
    ],
    voidedQuestionIds: [
      ...state.voidedQuestionIds.filter((id) => !byId.has(id)),
      ...questions.flatMap(({ questionId, isVoid }) => (isVoid ? [questionId] : [])),
    ],
    quiz: {
      ...state.quiz,
      rounds: state.quiz.rounds.map((round) => ({
        ...round,
        questions: round.questions.map((question) => {
          const accepted = byId.get(question.id)?.accepted;
          // the same object where nothing differs: what is marked by it is kept by it
          const isOther = question.type === "text" && accepted && accepted !== question.accepted;
          return isOther ? { ...question, accepted } : question;
        }),
      })),
    },
  };
}
