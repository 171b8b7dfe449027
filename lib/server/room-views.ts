/** The whole views of host and big screen, made of a room. A phone's is made of bytes by the room itself. */
import type { HostView, ScreenView } from "@/lib/contracts/views";
import { currentQuestion } from "@/lib/game/questions";
import { hostStandings, nextStep, playingOn } from "@/lib/game/views";
import { counts, distribution, hostCounts, livePlayers } from "./room-counts";
import type { SessionRoom } from "./session-room";

export function hostView(
  room: SessionRoom,
  o: {
    origin: string;
    unreachable: boolean;
    screenToken: string;
    markerToken: string;
    cohostToken: string;
    now: number;
  },
): HostView {
  const { state } = room;
  return {
    shared: room.shared().view,
    pin: room.state.endedAt === null ? (room.stored.pin ?? "") : "",
    joinUrl: `${o.origin}/j/${room.stored.joinKey}`,
    unreachable: o.unreachable,
    quizId: room.stored.quizId,
    screenPath: `/screen?session=${room.sessionId}&token=${o.screenToken}`,
    ...questionsToReadOut(room),
    progress: {
      asked: state.asked.length,
      total: state.quiz.rounds.reduce((sum, round) => sum + round.questions.length, 0),
      round: state.position.roundIndex < 0 ? null : state.position.roundIndex + 1,
      roundCount: state.quiz.rounds.length,
    },
    canUndo: (state.history.length > 0 || state.paused !== null) && state.endedAt === null,
    nextStep: nextStep(state, room.activeSeats().length),
    filtersNames: state.filtersNames,
    lateJoin: state.lateJoin,
    showsStandings: state.showsStandings,
    standings: hostStandings(state, room.scoresIfShown()),
    toMark: room.toMark(),
    markingPath: `/mark?session=${room.sessionId}&token=${o.markerToken}`,
    cohostPath: `/host/session?id=${room.sessionId}&cohost=${o.cohostToken}`,
    live: {
      ...hostCounts(room),
      players: livePlayers(room, room.activeSeats(), o.now),
      distribution: distribution(room),
    },
  };
}

function questionsToReadOut(room: SessionRoom): Pick<HostView, "question" | "upNext"> {
  const { phase, roundIndex, questionIndex } = room.state.position;
  const questions = room.state.quiz.rounds[roundIndex]?.questions ?? [];
  if (phase === "roundIntro") return { question: questions[0] ?? null, upNext: questions[1] ?? null };
  const question = currentQuestion(room.state);
  return { question, upNext: question ? (questions[questionIndex + 1] ?? null) : null };
}

export function screenView(room: SessionRoom, o: { origin: string; unreachable: boolean }): ScreenView {
  return {
    shared: room.shared().view,
    ...playingOn(room.state),
    pin: room.state.endedAt === null ? (room.stored.pin ?? "") : "",
    joinUrl: `${o.origin}/j/${room.stored.joinKey}`,
    typedUrl: o.origin.replace(/^https?:\/\//, ""),
    unreachable: o.unreachable,
    live: { ...counts(room), names: room.activeSeats().map(({ playerId, name }) => ({ playerId, name })) },
  };
}
