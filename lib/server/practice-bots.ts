/**
 * Practice bots: a few slow teams for a host who tries a quiz before the guests are there. They sit on real seats and
 * answer down the real path, so that marks, standings and results are what a night would show. They are marked by
 * their source and leave together.
 */
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { currentQuestion } from "@/lib/game/questions";
import type { Publisher } from "./session-news";
import { isBot, type Seat, type SessionRoom } from "./session-room";
import type { createSeats } from "./session-seats";
import { newId } from "./tokens";

/** More would crowd the lobby; the rehearsal (npm run rehearse) is for crowds. */
const mostBots = 20;
/** Slow like people: somewhere between a tenth and four fifths of the time that is left. */
const earliest = 0.1;
const latest = 0.8;
/** About as good as an average team, so that standings spread out. */
const rightShare = 0.55;
/** One in twelve answers never comes, so that a host sees "unanswered" too. */
const silentShare = 1 / 12;

export function createPracticeBots(o: {
  seats: Pick<ReturnType<typeof createSeats>, "seatBot" | "revoke">;
  submitAnswer: (
    room: SessionRoom,
    seat: Seat,
    input: SubmitAnswer,
    receivedAt: number,
  ) => Promise<AnswerReply>;
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}) {
  const timers = new Set<NodeJS.Timeout>();
  /** bot and question: a question that is extended or resumed is not planned twice */
  const planned = new WeakMap<Seat, string>();
  const botsOf = (room: SessionRoom) => room.activeSeats().filter(isBot);

  function plan(room: SessionRoom, seat: Seat, question: Question, closesAt: number): void {
    if (planned.get(seat) === question.id || room.answerOf(question.id, seat.playerId)) return;
    planned.set(seat, question.id);
    if (o.random() < silentShare) return;
    const share = earliest + o.random() * (latest - earliest);
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (seat.status !== "active") return;
        const input = { questionId: question.id, submissionId: newId(), value: guess(question, o.random) };
        // a question that was closed meanwhile refuses the bot like any team; a database that is away costs it the answer
        void o.submitAnswer(room, seat, input, o.now()).catch(() => undefined);
      },
      Math.max(0, closesAt - o.now()) * share,
    );
    timer.unref();
    timers.add(timer);
  }

  const listener: Partial<Publisher> = {
    versionChanged(room) {
      const { phase, closesAt } = room.state.position;
      const question = currentQuestion(room.state);
      if (phase !== "question" || room.state.paused || closesAt === null || !question) return;
      for (const seat of botsOf(room)) plan(room, seat, question, closesAt);
    },
  };

  return {
    listener,
    /** At most twenty in all: more are quietly not added. SESSION_FULL, SESSION_ENDED. */
    async add(room: SessionRoom, count: number): Promise<Result<null>> {
      const space = mostBots - botsOf(room).length;
      for (let added = 0, number = 1; added < Math.min(count, space); number++) {
        const seated = await o.seats.seatBot(room, `Practice bot ${number}`);
        if (seated.ok) added += 1;
        else if (seated.error.code === "SESSION_FULL") return fullFor(added);
        else if (seated.error.code !== "NAME_TAKEN") return seated;
      }
      return ok(null);
    },
    async remove(room: SessionRoom, hostId: string): Promise<Result<null>> {
      for (const seat of botsOf(room)) await o.seats.revoke(room, seat, "removed", hostId);
      return ok(null);
    },
    close(): void {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

/** The table's sentence sends a player to the host; this is the host. */
const fullFor = (added: number) =>
  refuse(
    "SESSION_FULL",
    added === 0
      ? "Every seat is taken, so no bot can sit down. Make space in the room first."
      : `Only ${added} ${added === 1 ? "bot" : "bots"} found a seat: the room is full.`,
  );

/** Right about half the time; wrong in a way a team could be. */
function guess(question: Question, random: () => number): AnswerValue {
  const isRight = random() < rightShare;
  if ("choices" in question) {
    const wanted = question.choices.filter(({ correct }) => correct === isRight);
    const pool = wanted.length > 0 ? wanted : question.choices;
    if (question.type === "multiple" && isRight)
      return { kind: "choices", choiceIds: pool.map(({ id }) => id) };
    const choiceId = pool[Math.floor(random() * pool.length)]?.id ?? "";
    return question.type === "multiple"
      ? { kind: "choices", choiceIds: [choiceId] }
      : { kind: "choice", choiceId };
  }
  if (question.type === "number")
    return {
      kind: "number",
      number: isRight ? question.value : question.value + 1 + Math.round(random() * 10),
    };
  return { kind: "text", text: isRight ? (question.accepted[0] ?? "?") : "No idea" };
}
