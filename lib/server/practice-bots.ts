/**
 * Practice bots: a few slow teams for a host who tries a quiz before the guests are there. They sit on real seats and
 * answer down the real path, so that marks, standings and results are what a night would show. They are marked by
 * their source and leave together.
 */
import { type AnswerReply, type AnswerValue, jokerIdOf, type SubmitAnswer } from "@/lib/contracts/answers";
import type { Question } from "@/lib/contracts/quiz";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import { currentRound } from "@/lib/game/course-of-round";
import { jokerRoundIndex } from "@/lib/game/jokers";
import { currentQuestion } from "@/lib/game/questions";
import { openWagers } from "@/lib/game/wagers";
import { isBot, type Seat } from "./seat";
import type { Publisher } from "./session-news";
import type { SessionRoom } from "./session-room";
import type { createSeats } from "./session-seats";
import type { Soon } from "./soon";
import { newId } from "./tokens";

/** More would crowd the lobby; the rehearsal (npm run rehearse) is for crowds. */
const mostBots = 20;
/** Slow like people: somewhere between a tenth and four fifths of the time that is left. */
const earliest = 0.1;
const latest = 0.8;
/** About as good as an average team, so that standings spread out. */
const rightShare = 0.55;
/** One in three plays the joker in a round that takes it, soon after the round was announced. */
const jokerShare = 1 / 3;
const jokerMs = 8_000;
/** Two in three stake something where points may be staked, soon after the round was announced. */
const stakeShare = 2 / 3;
/** One in twelve answers never comes, so that a host sees "unanswered" too. */
const silentShare = 1 / 12;

type AnsweredQuestion = Exclude<Question, { type: "info" }>;

export function createPracticeBots(o: {
  seats: Pick<ReturnType<typeof createSeats>, "seatBot" | "revoke">;
  submitAnswer: (room: SessionRoom, seat: Seat, input: SubmitAnswer, receivedAt: number) => Soon<AnswerReply>;
  now: () => number;
  /** 0 to 1 */
  random: () => number;
}) {
  const timers = new Set<NodeJS.Timeout>();
  /** what a bot has in mind already: a question that is extended, resumed or on a sheet is not planned twice */
  const planned = new WeakMap<Seat, Set<string>>();
  const botsOf = (room: SessionRoom) => room.activeSeats().filter(isBot);

  /** `horizonMs`: the time a person would have for it. */
  function plan(
    room: SessionRoom,
    seat: Seat,
    questionId: string,
    horizonMs: number,
    value: () => AnswerValue,
  ): void {
    const known = planned.get(seat) ?? new Set();
    planned.set(seat, known);
    if (known.has(questionId) || room.answerOf(questionId, seat.playerId)) return;
    known.add(questionId);
    if (o.random() < silentShare) return;
    const share = earliest + o.random() * (latest - earliest);
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (seat.status !== "active") return;
      const input = { questionId, submissionId: newId(), value: value() };
      // a question that was closed meanwhile refuses the bot like any team; a database that is away costs it the answer
      const reply = o.submitAnswer(room, seat, input, o.now());
      if (reply instanceof Promise) reply.catch(() => undefined);
    }, Math.max(0, horizonMs) * share);
    timer.unref();
    timers.add(timer);
  }

  function considerJoker(room: SessionRoom): void {
    const round = currentRound(room.state);
    if (!round?.hasJoker) return;
    const questionId = jokerIdOf(round.id);
    const joker = (): AnswerValue => ({ kind: "joker", played: true });
    for (const seat of botsOf(room))
      if (jokerRoundIndex(room.state, room.valuesOf(seat)) === null && o.random() < jokerShare)
        plan(room, seat, questionId, jokerMs, joker);
  }

  function considerWagers(room: SessionRoom): void {
    for (const { wagerId, max } of openWagers(room.state)) {
      const stake = (): AnswerValue => ({ kind: "wager", stake: Math.ceil(o.random() * max) });
      for (const seat of botsOf(room)) if (o.random() < stakeShare) plan(room, seat, wagerId, jokerMs, stake);
    }
  }

  const listener: Partial<Publisher> = {
    versionChanged(room) {
      const { phase, closesAt } = room.state.position;
      if (room.state.paused) return;
      if (phase === "roundIntro") {
        considerJoker(room);
        return considerWagers(room);
      }
      const question = currentQuestion(room.state);
      if (phase !== "question" || !question || question.type === "info") return;
      const horizonMs = closesAt === null ? question.timeLimitSeconds * 1000 : closesAt - o.now();
      for (const seat of botsOf(room))
        plan(room, seat, question.id, horizonMs, () => guess(question, o.random));
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
function guess(question: AnsweredQuestion, random: () => number): AnswerValue {
  const isRight = random() < rightShare;
  switch (question.type) {
    case "single":
    case "boolean":
    case "multiple": {
      const wanted = question.choices.filter(({ correct }) => correct === isRight);
      const pool = wanted.length > 0 ? wanted : question.choices;
      if (question.type === "multiple" && isRight)
        return { kind: "choices", choiceIds: pool.map(({ id }) => id) };
      const choiceId = pool[Math.floor(random() * pool.length)]?.id ?? "";
      return question.type === "multiple"
        ? { kind: "choices", choiceIds: [choiceId] }
        : { kind: "choice", choiceId };
    }
    case "number":
      return {
        kind: "number",
        number: isRight ? question.value : question.value + 1 + Math.round(random() * 10),
      };
    case "text":
      return { kind: "text", text: isRight ? (question.accepted[0] ?? "?").slice(0, 200) : "No idea" };
    case "list": {
      const known = question.items.flatMap(([spelling]) => (spelling ? [spelling] : []));
      const count = isRight ? question.wanted : Math.floor(random() * question.wanted);
      return { kind: "texts", texts: count > 0 ? shuffled(known, random).slice(0, count) : ["No idea"] };
    }
    case "ordering": {
      const itemIds = question.items.map(({ id }) => id);
      return { kind: "order", itemIds: isRight ? itemIds : shuffled(itemIds, random) };
    }
    case "matching": {
      const rights = question.pairs.map(({ right }) => right.id);
      const mixed = isRight ? rights : shuffled(rights, random);
      return {
        kind: "pairs",
        pairs: question.pairs.map(({ left }, index) => ({ leftId: left.id, rightId: mixed[index] ?? "" })),
      };
    }
    case "buzzer":
      return { kind: "buzz" };
  }
}

function shuffled<T>(list: T[], random: () => number): T[] {
  return list
    .map((entry) => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
