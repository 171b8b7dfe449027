/**
 * The one place where state becomes what an audience may see. Socket pushes, polls and first paints all come from
 * here. Nothing before the reveal may carry what gives the answer away: public questions are built field by field.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import type { HostView, MeView, PublicQuestion, Reveal, SharedView } from "@/lib/contracts/views";
import { hasNextInRound } from "./decide";
import { answerInWords, currentQuestion } from "./questions";
import type { SessionScores } from "./scoring";
import type { SessionState } from "./state";

/** As many rows as a big screen shows legibly from ten metres (look: 12 rows at 720p). */
const standingRows = 12;

/** `scores` are needed in reveal, standings and finished, and not read before. */
export function sharedView(state: SessionState, scores: SessionScores | null): SharedView {
  const { phase, roundIndex, opensAt, closesAt } = state.position;
  const common = { sessionId: state.sessionId, title: state.quiz.title, joinLocked: state.joinLocked };
  if (state.paused)
    return { ...common, phase: "paused", pausedFrom: phase, resumesAt: state.paused.resumesAt };
  const round = state.quiz.rounds[roundIndex];
  const withRound = {
    ...common,
    round: {
      number: roundIndex + 1,
      count: state.quiz.rounds.length,
      title: round?.title ?? "",
      questionCount: round?.questions.length ?? 0,
    },
  };
  const question = currentQuestion(state);
  switch (phase) {
    case "lobby":
      return { ...common, phase };
    case "roundIntro":
      return { ...withRound, phase };
    case "question":
      return {
        ...withRound,
        phase,
        question: publicQuestion(state, question),
        opensAt: opensAt ?? 0,
        closesAt: closesAt ?? 0,
      };
    case "locked":
      return { ...withRound, phase, question: publicQuestion(state, question) };
    case "reveal":
      return {
        ...withRound,
        phase,
        question: publicQuestion(state, question),
        reveal: revealOf(state, question, scores),
      };
    case "standings":
      return { ...withRound, phase, standings: topOf(scores) };
    case "finished":
      return { ...common, phase, standings: topOf(scores) };
  }
}

function publicQuestion(state: SessionState, question: Question | null): PublicQuestion {
  if (!question) throw new Error(`no question in phase ${state.position.phase}`);
  const isLastOfRound = !hasNextInRound(state);
  return {
    id: question.id,
    number: state.position.questionIndex + 1,
    type: question.type,
    text: question.text,
    choices: "choices" in question ? question.choices.map(({ id, text }) => ({ id, text })) : [],
    points: question.points,
    isLastOfRound,
    isLastOfQuiz: isLastOfRound && state.position.roundIndex + 1 === state.quiz.rounds.length,
  };
}

function revealOf(state: SessionState, question: Question | null, scores: SessionScores | null): Reveal {
  if (!question) throw new Error("nothing to reveal");
  const stats = scores?.questionStats.get(question.id);
  return {
    correctChoiceIds:
      "choices" in question
        ? question.choices.filter((choice) => choice.correct).map((choice) => choice.id)
        : [],
    answerText: answerInWords(question),
    explanation: question.explanation,
    skipped: state.skippedQuestionIds.includes(question.id),
    rightCount: stats?.rightCount ?? 0,
    answeredCount: stats?.answeredCount ?? 0,
    distribution: stats?.distribution ?? [],
  };
}

const topOf = (scores: SessionScores | null) => ({
  rows: scores?.standings.slice(0, standingRows) ?? [],
  playerCount: scores?.standings.length ?? 0,
});

/** Where each player stands in the standings; looked up once per scores, so that a phase change costs O(phones). */
const placesByScores = new WeakMap<SessionScores, Map<string, number>>();
function placeOf(scores: SessionScores, playerId: string): number | undefined {
  let places = placesByScores.get(scores);
  if (!places) {
    places = new Map(scores.standings.map((row, index) => [row.playerId, index]));
    placesByScores.set(scores, places);
  }
  return places.get(playerId);
}

export function meView(o: {
  state: SessionState;
  player: { playerId: string; name: string; seatCode: string };
  /** stored answer to the current question */
  answer: AnswerValue | null;
  scores: SessionScores | null;
}): MeView {
  const { state, player, scores } = o;
  const { phase } = state.position;
  const question = currentQuestion(state);
  const cell =
    phase === "reveal" && question ? scores?.cells.get(player.playerId)?.get(question.id) : undefined;
  const showsStanding =
    state.paused === null && (phase === "reveal" || phase === "standings" || phase === "finished");
  return {
    playerId: player.playerId,
    name: player.name,
    seatCode: player.seatCode,
    answer: question && o.answer ? { questionId: question.id, value: o.answer } : null,
    result: cell ? { outcome: cell.outcome, points: cell.points } : null,
    standing: showsStanding && scores ? standingOf(scores, player.playerId) : null,
  };
}

function standingOf(scores: SessionScores, playerId: string): MeView["standing"] {
  const place = placeOf(scores, playerId);
  const row = place === undefined ? undefined : scores.standings[place];
  if (place === undefined || !row) return null;
  // ranks are 1, 2, 2, 4: the last row of the next better place stands just before this tie begins
  const next = scores.standings[row.rank - 2];
  return {
    rank: row.rank,
    points: row.points,
    roundPoints: row.roundPoints,
    movement: row.movement,
    playerCount: scores.standings.length,
    gapToNext: next ? next.points - row.points : null,
    nextName: next?.name ?? null,
  };
}

/** What the host's one large button does now. */
export function nextStep(state: SessionState): HostView["nextStep"] {
  if (state.paused) return "resume";
  const isLastRound = state.position.roundIndex + 1 >= state.quiz.rounds.length;
  switch (state.position.phase) {
    case "lobby":
      return "openDoors";
    case "roundIntro":
      return "startRound";
    case "question":
      return "lockAndReveal";
    case "locked":
      return "reveal";
    case "reveal":
      return hasNextInRound(state) ? "nextQuestion" : "standings";
    case "standings":
      if (hasNextInRound(state)) return "nextQuestion";
      return isLastRound ? "podium" : "nextRound";
    case "finished":
      return null;
  }
}
