/**
 * Answers on their way in, for both roads alike: checked, committed, kept in memory, told to every phone of the team.
 * What may be changed (sheets, jokers, wagers) is decided by the database alone, since a team's phones may sit on different
 * processes; a repeat is answered from memory.
 */
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import { type Refusal, type Result, refuse } from "@/lib/contracts/refusals";
import { checkJoker, roundOfJoker } from "@/lib/game/jokers";
import { checkAnswer } from "@/lib/game/marking";
import { acceptsChanges, findQuestion, takingAnswers } from "@/lib/game/questions";
import { checkWager, findWager } from "@/lib/game/wagers";
import type { AnswerCommitter, AnswerOutcome, CommittedAnswer } from "@/lib/store/answer-committer";
import type { Seat } from "./seat";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";
import { andThen, type Soon } from "./soon";

const refusedAs = (refusal: Refusal) => ({ ok: false as const, ...refusal });
const saved = (questionId: string, { submissionId, value, revision }: CommittedAnswer) => ({
  ok: true as const,
  questionId,
  submissionId,
  value,
  revision,
});
const standing = (code: "ALREADY_ANSWERED" | "ANSWER_CHANGED", { value, revision }: CommittedAnswer) => ({
  ...refusedAs(refuse(code).error),
  stored: value,
  revision,
});

export function createAnswers(o: {
  committer: AnswerCommitter;
  news: SessionNews;
  now: () => number;
  counts: { acknowledged(sessionId: string, ms: number): void };
  /** other processes share the database: one may have opened a question a moment ago */
  shared: boolean;
  refresh: (room: SessionRoom) => Promise<void>;
}) {
  const tapOf = (seat: Seat, { questionId, submissionId }: SubmitAnswer) =>
    `${seat.playerId} ${questionId} ${submissionId}`;

  /**
   * The reply a repeated submission gets: from memory, where what is kept has been committed, or the one the first is
   * still waiting for. Null for anything new. Repeats cost the player nothing and the database nothing (limits.md,
   * submitAnswer).
   */
  function repeatedReply(room: SessionRoom, seat: Seat, input: SubmitAnswer): Soon<AnswerReply> | null {
    const kept = room.answerOf(input.questionId, seat.playerId);
    if (kept?.submissionId === input.submissionId) return saved(input.questionId, kept);
    return room.repliesUnderWay.get(tapOf(seat, input)) ?? null;
  }

  const isAsked = (room: SessionRoom, questionId: string): boolean =>
    room.state.asked.some((entry) => entry.questionId === questionId);

  const isOpen = (room: SessionRoom, questionId: string): boolean =>
    takingAnswers(room.state).questionIds.includes(questionId);

  /** Another process may have introduced the round or asked the question a moment ago. */
  const refreshed = (room: SessionRoom, isKnown: boolean): Soon<unknown> =>
    isKnown || !o.shared ? null : o.refresh(room);

  /** The value as it is to be stored: UNKNOWN_QUESTION, BAD_ANSWER; of joker and wager QUESTION_CLOSED; JOKER_PLAYED. */
  function check(room: SessionRoom, seat: Seat, input: SubmitAnswer): Soon<Result<AnswerValue>> {
    const { questionId, value } = input;
    const isJoker = roundOfJoker(room.state, questionId) !== null;
    if (isJoker || findWager(room.state, questionId))
      return andThen(refreshed(room, isOpen(room, questionId)), () => {
        const checked = isJoker
          ? checkJoker(room.state, questionId, value, room.valuesOf(seat))
          : checkWager(room.state, questionId, value);
        if (!checked.ok || isOpen(room, questionId)) return checked;
        return refuse(
          "QUESTION_CLOSED",
          `${isJoker ? "Jokers are played" : "Wagers are made"} while the round is announced.`,
        );
      });
    return andThen(refreshed(room, isAsked(room, questionId)), () => {
      const found = findQuestion(room.state, questionId);
      // a question nobody has seen yet is as unknown as one that does not exist
      return found && isAsked(room, questionId)
        ? checkAnswer(found.question, value)
        : refuse("UNKNOWN_QUESTION");
    });
  }

  /** `receivedAt`: when the bytes reached this process, the only time that counts (TMR-02). `by`: the socket's id. */
  function submitAnswer(
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
    receivedAt: number,
    by?: string,
  ): Soon<AnswerReply> {
    const repeated = repeatedReply(room, seat, input);
    if (repeated) return repeated;
    return andThen(check(room, seat, input), (checked): Soon<AnswerReply> => {
      if (!checked.ok) return refusedAs(checked.error);
      const mayChange = acceptsChanges(room.state, input.questionId);
      const kept = room.answerOf(input.questionId, seat.playerId);
      if (kept && !mayChange) return standing("ALREADY_ANSWERED", kept);
      const tap = tapOf(seat, input);
      // it may have come in while this one was looked at
      const before = room.repliesUnderWay.get(tap);
      if (before) return before;
      const reply = commitAnswer(
        room,
        seat,
        { ...input, value: checked.value },
        {
          receivedAt,
          mayChange,
          by,
          settled: () => {
            room.inFlight.delete(reply);
            room.repliesUnderWay.delete(tap);
          },
        },
      );
      // a lock waits for it: what was committed before must be in the marks
      room.inFlight.add(reply);
      room.repliesUnderWay.set(tap, reply);
      return reply;
    });
  }

  function commitAnswer(
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
    how: { receivedAt: number; mayChange: boolean; by: string | undefined; settled: () => void },
  ): Promise<AnswerReply> {
    const { questionId, submissionId, value, revision: basedOn } = input;
    const { receivedAt, mayChange } = how;
    return o.committer
      .submit({
        sessionId: room.sessionId,
        playerId: seat.playerId,
        questionId,
        submissionId,
        value,
        receivedAt,
        ...(mayChange && basedOn !== undefined ? { basedOn } : {}),
      })
      .then((outcome) => {
        how.settled();
        return takeIn(room, seat, input, how, outcome);
      });
  }

  function takeIn(
    room: SessionRoom,
    seat: Seat,
    { questionId, value }: SubmitAnswer,
    { receivedAt, mayChange, by }: { receivedAt: number; mayChange: boolean; by: string | undefined },
    outcome: AnswerOutcome,
  ): AnswerReply {
    if (outcome.kind === "closed") return refusedAs(refuse("QUESTION_CLOSED").error);
    if (outcome.kind === "unavailable")
      return { ...refusedAs(refuse("UNAVAILABLE").error), retryAfterMs: 500 + Math.random() * 1000 };
    const { value: stored, submissionId: winner, receivedAt: wonAt, revision } = outcome;
    const isNews = room.keepAnswer(questionId, seat.playerId, {
      value: stored,
      submissionId: winner,
      receivedAt: wonAt,
      revision,
    });
    // a sheet's revision and a buzzer's place in line stand in the view alone
    const isInReply = outcome.kind === "saved" && !mayChange && value.kind !== "buzz";
    if (isNews) o.news.seatChanged(room, seat, isInReply ? by : undefined);
    switch (outcome.kind) {
      case "saved":
        o.counts.acknowledged(room.sessionId, o.now() - receivedAt);
        return saved(questionId, outcome);
      case "alreadyAnswered":
        if (!mayChange) return standing("ALREADY_ANSWERED", outcome);
        return isOpen(room, questionId)
          ? standing("ANSWER_CHANGED", outcome)
          : refusedAs(refuse("QUESTION_CLOSED").error);
      case "changed":
        return standing("ANSWER_CHANGED", outcome);
    }
  }

  return { submitAnswer, repeatedReply };
}
