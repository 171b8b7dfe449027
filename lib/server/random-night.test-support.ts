/**
 * A night drawn at random, played by the real server over both roads: teams with several phones, a host and a co-host,
 * a marker, a big screen, and a process that dies in between. What is drawn follows from the seed; in which order
 * requests of one moment arrive does not, so that what is checked holds for every order. For its test alone.
 */
import { expect } from "vitest";
import { type AnswerValue, type SubmitAnswer, submitAnswerSchema } from "@/lib/contracts/answers";
import type { HostCommand, MarkCommand } from "@/lib/contracts/commands";
import type { MarkingView } from "@/lib/contracts/marking";
import type { Question, Quiz } from "@/lib/contracts/quiz";
import type { Envelope, HostView, PublicQuestion } from "@/lib/contracts/views";
import { exampleNight, secret } from "@/lib/game/example-quiz";
import type { Store } from "@/lib/store/store";
import { openTestStore } from "@/lib/store/test-store";
import {
  checkShared,
  RandomPhone,
  type Sending,
  secretOf,
  signed,
  type Tap,
} from "./random-phone.test-support";
import { openTestApp, type TestApp, type TestSocket } from "./test-app";

/** The same seed draws the same night (mulberry32, a generator in the public domain). */
export function drawing(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (share: number): boolean => next() < share,
    one: <T>(list: readonly T[]): T => list[below(list.length)] as T,
  };
}
export type Draw = ReturnType<typeof drawing>;

/** The example's night; what each question hides names the question, and its times are too long to pass by themselves. */
function nightsQuiz(): Quiz {
  const hiding = (question: Question): Question =>
    JSON.parse(JSON.stringify(question).replaceAll(secret, secretOf(question.id)));
  return {
    ...exampleNight,
    rounds: exampleNight.rounds.map((round) => ({
      ...round,
      questions: round.questions.map((question) => ({ ...hiding(question), timeLimitSeconds: 60 })),
    })),
  };
}

const phonesPerTeam = 3;
const teamCount = 6;

export class RandomNight {
  readonly taps: Tap[] = [];
  readonly phones: RandomPhone[] = [];
  app!: TestApp;
  sessionId = "";
  cookie = "";
  pin = "";
  commandCount = 0;
  readonly reached = new Set<string>();
  /** presses of the large button that were taken, by the version they were based on */
  private readonly advances = new Map<number, number>();
  private version = 0;
  private hostView!: HostView;
  private screen: TestSocket | null = null;
  readonly faults: unknown[] = [];
  private adjustmentCount = 0;
  private nameCount = 0;

  private constructor(
    readonly draw: Draw,
    readonly store: Store,
    /** steps the wall clock on */
    private readonly stepClock: (ms: number) => void,
  ) {}

  static async open(draw: Draw, stepClock: (ms: number) => void): Promise<RandomNight> {
    const night = new RandomNight(draw, await openTestStore(), stepClock);
    await night.startProcess();
    night.cookie = await night.app.signIn();
    const { sessionId, pin } = await night.app.startSession(night.cookie, nightsQuiz());
    Object.assign(night, { sessionId, pin });
    await night.lookAsHost();
    await night.watchScreen();
    const writerOf = (tap: number) => night.taps[tap]?.playerId;
    for (let at = 0; at < teamCount * phonesPerTeam; at++)
      night.phones.push(
        new RandomPhone(`phone ${at}`, at % 2 === 0, () => night.app, pin, sessionId, writerOf),
      );
    for (const phone of night.phones.slice(0, teamCount)) await phone.arrive(night.newName());
    return night;
  }

  newName = (): string => `Team ${++this.nameCount}`;

  // ---- the process -------------------------------------------------------------------------------------------

  /** Limits are off: hours of a night pass in seconds here, and what limits do has tests of its own. */
  private async startProcess(): Promise<void> {
    const alive = { isAlive: true };
    const query: Store["query"] = (sql, params) =>
      alive.isAlive ? this.store.query(sql, params) : Promise.reject(new Error("this process is dead"));
    this.app = await openTestApp({ LIMITS: "off" }, { ...this.store, query });
    this.kill = () => {
      alive.isAlive = false;
    };
    await this.app.box.service.recover();
  }
  private kill = (): void => undefined;

  /** In the middle of a burst: what has reached the database stays, nobody hears of it, and a new process goes on. */
  async dieAndStart(burst: Promise<void>[]): Promise<void> {
    await new Promise((done) => setTimeout(done, this.draw.below(8)));
    this.kill();
    await this.app.close();
    await Promise.all(burst);
    for (const phone of this.phones) phone.hangUp();
    await this.startProcess();
    await this.watchScreen();
    await this.lookAsHost();
  }

  async close(): Promise<void> {
    for (const phone of this.phones) phone.hangUp();
    await this.app.close();
    await this.store.close();
  }

  // ---- players -----------------------------------------------------------------------------------------------

  /** What a team might say; words are signed where nobody else would write them, and equal where marks group them. */
  private valueFor(question: PublicQuestion, tap: number): AnswerValue | null {
    const { draw } = this;
    const words = () => (draw.chance(0.5) ? `guess ${draw.below(3)}` : `guess ${signed(tap)}`);
    switch (question.type) {
      case "text":
        return { kind: "text", text: words() };
      case "number":
        return { kind: "number", number: draw.below(5) };
      case "list":
        return { kind: "texts", texts: [words(), words()] };
      case "ordering": {
        const ids = (question.items ?? []).map(({ id }) => id);
        const from = draw.below(ids.length);
        return { kind: "order", itemIds: [...ids.slice(from), ...ids.slice(0, from)] };
      }
      case "matching": {
        const rights = question.rights ?? [];
        const from = draw.below(rights.length);
        return {
          kind: "pairs",
          pairs: (question.lefts ?? []).map(({ id }, at) => ({
            leftId: id,
            rightId: rights[(at + from) % rights.length]?.id ?? "",
          })),
        };
      }
      case "buzzer":
        return { kind: "buzz" };
      case "multiple":
        return { kind: "choices", choiceIds: [draw.one(question.choices).id] };
      case "single":
      case "boolean":
        return { kind: "choice", choiceId: draw.one(question.choices).id };
      case "info":
        return null;
    }
  }

  /** A new tap on something this phone shows, right or out of date by now. */
  private newTap(phone: RandomPhone): Tap | null {
    const { view, seat } = phone;
    if (!view || !seat) return null;
    const { shared, me } = view;
    const tap = this.taps.length;
    const submissionId = `submission-${tap}`;
    let answer: SubmitAnswer | null = null;
    if (me.joker?.offer) {
      const { questionId, revision } = me.joker.offer;
      const value = { kind: "joker" as const, played: this.draw.chance(0.6) };
      answer = { questionId, submissionId, value, ...(revision === null ? {} : { revision }) };
    } else if (shared.phase === "question" || shared.phase === "locked") {
      const question = this.draw.one(shared.sheet ?? [shared.question]);
      const value = this.valueFor(question, tap);
      // a second tap on what is answered already is rare, and never counts
      if (me.answer?.questionId === question.id && !shared.sheet && this.draw.chance(0.7)) return null;
      const known = me.sheet?.find(({ questionId }) => questionId === question.id);
      const isBlind = this.draw.chance(0.1);
      if (value)
        answer = {
          questionId: question.id,
          submissionId,
          value,
          ...(known && !isBlind ? { revision: known.revision } : {}),
        };
    }
    if (!answer) return null;
    const made: Tap = {
      answer: submitAnswerSchema.parse(answer),
      playerId: seat.playerId,
      replies: [],
      isOpen: false,
    };
    this.taps.push(made);
    return made;
  }

  private sending(): Sending {
    return {
      road: this.draw.chance(0.5) ? "socket" : "http",
      dropAfterMs: this.draw.chance(0.12) ? this.draw.below(6) : null,
    };
  }

  /** One tap, down one road or both at once, sometimes with a second finger; or an earlier one again. */
  answer(phone: RandomPhone): Promise<void>[] {
    const mine = this.taps.filter(({ playerId }) => playerId === phone.seat?.playerId);
    const again = this.draw.chance(0.25) && mine.length > 0 ? this.draw.one(mine.slice(-6)) : null;
    // an answer that was refused for good is never sent again
    const isSettled = again?.replies.some((reply) => !reply.ok) ?? false;
    const tap = again && !isSettled ? again : this.newTap(phone);
    if (!tap || !phone.isSeated) return [];
    const copies = this.draw.chance(0.3) ? 2 : 1;
    return Array.from({ length: copies }, () => phone.send(tap, this.sending()));
  }

  /** Anything a phone can do besides answering. */
  async fidget(phone: RandomPhone): Promise<void> {
    const { draw } = this;
    if (!phone.isSeated) {
      const codes = this.phones.flatMap(({ seat, isSeated }) => (seat && isSeated ? [seat.seatCode] : []));
      if (codes.length > 0 && draw.chance(0.7)) await phone.takeSeat(draw.one(codes));
      else await phone.arrive(this.newName());
      if (phone.isSeated) await phone.look();
      return;
    }
    const what = draw.below(20);
    if (what < 8) await phone.connect();
    else if (what < 11) phone.hangUp();
    else if (what < 14) await phone.look({ since: true });
    else if (what < 16) phone.startHanging();
    else if (what < 19) {
      // the page is loaded anew: nothing is left but the token
      phone.hangUp();
      await phone.arrive("whatever the form says");
    } else await phone.leave();
  }

  // ---- host, co-host, marker, big screen ---------------------------------------------------------------------

  private async lookAsHost(): Promise<void> {
    const reply = await this.app.request<Envelope<HostView>>("GET", `/api/sessions/${this.sessionId}/host`, {
      cookie: this.cookie,
    });
    expect(reply.status).toBe(200);
    this.heardAsHost(reply.json);
  }
  private heardAsHost({ version, view }: Envelope<HostView>): void {
    if (version < this.version) return;
    this.version = version;
    this.hostView = view;
    const { shared } = view;
    this.reached.add("round" in shared ? `${shared.phase} ${shared.round.number}` : shared.phase);
  }
  get phase(): string {
    return this.hostView.shared.phase;
  }

  private async watchScreen(): Promise<void> {
    const token = new URL(this.hostView.screenPath, this.app.url).searchParams.get("token") ?? "";
    const socket = this.app.socket({ sessionId: this.sessionId, role: "screen", token });
    socket.on("view:screen", ({ view }) => {
      try {
        checkShared(view.shared);
      } catch (error) {
        this.faults.push(error);
      }
    });
    socket.onAny((event, ...said) => {
      if (event === "live:screen" && /sesame-|by-\d+-/.test(JSON.stringify(said)))
        this.faults.push(new Error(`the big screen was told ${JSON.stringify(said)}`));
    });
    this.screen = socket;
    socket.connect();
  }
  get screenIsUp(): boolean {
    return this.screen?.connected ?? false;
  }

  private async order(command: HostCommand): Promise<void> {
    this.commandCount += 1;
    const asCohost = this.draw.chance(0.3);
    const cohost = asCohost
      ? new URL(this.hostView.cohostPath, this.app.url).searchParams.get("cohost")
      : null;
    const path = `/api/sessions/${this.sessionId}/commands${cohost ? `?cohost=${encodeURIComponent(cohost)}` : ""}`;
    const reply = await this.app.request<{ ok: boolean; code?: string; envelope?: Envelope<HostView> }>(
      "POST",
      path,
      { ...(cohost ? {} : { cookie: this.cookie }), body: command },
    );
    expect(reply.status, `${command.type}: ${reply.text}`).toBeLessThan(500);
    if (reply.json.envelope) this.heardAsHost(reply.json.envelope);
    if (reply.json.ok && command.type === "advance") {
      const { basedOn } = command;
      this.advances.set(basedOn, (this.advances.get(basedOn) ?? 0) + 1);
      expect(this.advances.get(basedOn), "two presses on one version advance once").toBe(1);
    }
  }

  /** One step of the night, sometimes pressed twice or by two hosts at once, sometimes on an old version. */
  steps(): Promise<void>[] {
    const { draw } = this;
    const basedOn = Math.max(0, this.version - (draw.chance(0.15) ? 1 : 0));
    const rare: HostCommand[] = [
      { type: "undo", basedOn },
      { type: "undo", basedOn },
      { type: "lockQuestion", basedOn },
      { type: "lockQuestion", basedOn },
      { type: "lockAndReveal", basedOn },
      { type: "skipQuestion", basedOn },
      { type: "callTime", basedOn, seconds: 10 },
      { type: "extendQuestion", basedOn, seconds: 5 },
      { type: "pause", basedOn, minutes: draw.chance(0.5) ? 5 : null },
      { type: "resume", basedOn },
      { type: "resume", basedOn },
      { type: "showStandings", basedOn },
      { type: "setStandings", basedOn, show: draw.one(["all", "staged", "hidden"]) },
      { type: "uncoverPlaces", basedOn, places: draw.chance(0.5) ? null : 2 },
      { type: "setLateJoin", basedOn, policy: draw.one(["atOnce", "nextQuestion"]) },
      { type: "setJoinLocked", basedOn, locked: draw.chance(0.3) },
    ];
    const command: HostCommand = draw.chance(0.55) ? { type: "advance", basedOn } : draw.one(rare);
    const presses = draw.chance(0.2) ? 2 : 1;
    return Array.from({ length: presses }, () => this.order(command));
  }

  /** A correction by the host or, with the marker's link, by a marker. */
  async mark(): Promise<void> {
    // drawn from a generator of its own: the reply may come before or after others
    const draw = drawing(this.draw.below(2 ** 31));
    const token = new URL(this.hostView.markingPath, this.app.url).searchParams.get("token") ?? "";
    const path = `/api/sessions/${this.sessionId}/marking?token=${encodeURIComponent(token)}`;
    const { json: marking } = await this.app.request<MarkingView>("GET", path);
    const question = marking.questions.length > 0 ? draw.one(marking.questions) : null;
    const players = marking.players.map(({ playerId }) => playerId);
    const playerId = players.length > 0 ? draw.one(players) : "nobody";
    const fraction = draw.one([0, 0.5, 1, null]);
    const adjustmentId = `adjustment-${draw.chance(0.3) ? draw.below(this.adjustmentCount + 1) : ++this.adjustmentCount}`;
    const questionId = question?.questionId ?? "none";
    const key = question && question.groups.length > 0 ? draw.one(question.groups).key : "nothing";
    const commands: MarkCommand[] = [
      { type: "markGroup", questionId, key, fraction },
      { type: "markGroup", questionId, key, fraction },
      { type: "overrideMark", questionId, playerId, fraction, reason: "heard it" },
      { type: "voidQuestion", questionId, isVoid: draw.chance(0.3) },
      {
        type: "adjustPoints",
        adjustmentId,
        playerId,
        round: null,
        points: draw.below(7) - 3 || 0.5,
        reason: "a song",
      },
      { type: "removeAdjustment", adjustmentId },
    ];
    const command = draw.one(commands);
    this.commandCount += 1;
    // twice at once, now and then: a correction says what it sets
    const presses = draw.chance(0.2) ? 2 : 1;
    const replies = await Promise.all(
      Array.from({ length: presses }, () => this.app.request("POST", path, { body: command })),
    );
    for (const { status, text } of replies) expect(status, `${command.type}: ${text}`).toBeLessThan(500);
  }

  /** Seats are merged and taken away while nobody answers: whose answer it is then would be a matter of order. */
  async rearrange(): Promise<void> {
    const { draw } = this;
    const seated = [
      ...new Set(this.phones.flatMap(({ seat, isSeated }) => (isSeated && seat ? [seat.playerId] : []))),
    ];
    if (seated.length < 4) return;
    const playerId = draw.one(seated);
    const other = draw.one(seated.filter((id) => id !== playerId));
    const command: HostCommand = draw.one<HostCommand>([
      { type: "mergeSeats", fromPlayerId: playerId, toPlayerId: other },
      { type: "removePlayer", playerId },
      { type: "renamePlayer", playerId, name: this.newName() },
      { type: "addPaperTeam", name: this.newName() },
    ]);
    await this.order(command);
    // who was moved or thrown out finds out as a phone does
    for (const phone of this.phones)
      if (phone.isSeated && [playerId, other].includes(phone.seat?.playerId ?? "")) {
        const view = await phone.look();
        if (view && phone.seat && view.me.playerId !== phone.seat.playerId) {
          phone.hangUp();
          phone.seat = { playerId: view.me.playerId, name: view.me.name, seatCode: view.me.seatCode };
        }
      }
  }

  /** The host goes on until the podium stands. */
  async finish(): Promise<void> {
    for (let presses = 0; presses < 150 && this.phase !== "finished"; presses++)
      await this.order({ type: "advance", basedOn: this.version });
    expect(this.phase).toBe("finished");
  }

  passTime(): void {
    this.stepClock(this.draw.one([200, 2_000, 10_000, 40_000]));
  }
}
