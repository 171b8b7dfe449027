/**
 * A whole night, played in real time: everybody scans, the host opens question after question, faults strike, the podium
 * is shown. It only acts; what came of it is judged afterwards from the history.
 */
import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Question } from "@/lib/contracts/quiz";
import { type Abuser, PanelWatch, startAbuser } from "./abusers";
import { Recovery, strike } from "./faults";
import { History } from "./history";
import { Host, newQuizId } from "./host";
import { Network } from "./network";
import type { Options } from "./options";
import { type OwnRedis, StoreWatch } from "./own-redis";
import type { OwnServer } from "./own-server";
import { Phone } from "./phone";
import { questionsOf, rehearsalQuiz, timeLimitSeconds } from "./quiz";

/** A host who has waited this long for the last thumb starts without it; it may still join. */
const lobbyPatienceMs = 60_000;
/** The answer stays up for a moment, the next step is pressed when the room has had it. */
const revealMs = 2_500;
const introMs = 2_000;
/** Before the doors close on the figures, what is on its way may arrive. */
const lastWordsMs = 15_000;
/** An answer that came in the last moment is decided by then. */
const closingMs = 1_000;
/** Of scans and of answers, with `double-taps`. */
const doubleShare = 0.2;

export type Night = {
  history: History;
  questions: Question[];
  results: ResultsReply;
  reread: ResultsReply | null;
  abusers: Abuser[];
  panel: PanelWatch | null;
  messagesPerPhonePerQuestion: number;
  bytesPerPhonePerQuestion: number;
  server: { rssMb: number; cpuSeconds: number } | null;
  /** how late this process itself ran: figures are no better than that */
  ownDelayMs: number;
  /** of this process */
  ownCpuSeconds: number;
  /** programs that wanted a core, on average over the worst minute, for each core there is */
  loadPerCore: number;
};

export type World = {
  options: Options;
  url: URL;
  server: OwnServer | null;
  redis: OwnRedis | null;
  progress(line: string): void;
};

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));
async function until(isSo: () => boolean, patienceMs: number): Promise<void> {
  const startedAt = performance.now();
  while (!isSo() && performance.now() - startedAt < patienceMs) await pause(25);
}

export async function playNight(world: World): Promise<Night> {
  const night = new NightInPlay(world);
  await night.openDoors();
  await night.letIn();
  await night.play();
  await night.settle();
  return night.close();
}

class NightInPlay {
  private readonly history = new History();
  private readonly network: Network;
  private readonly host: Host;
  private readonly recovery: Recovery;
  private readonly ownDelay = monitorEventLoopDelay({ resolution: 10 });
  private readonly abusers: Abuser[] = [];
  private readonly strikes: Promise<void>[] = [];
  private questions: Question[] = [];
  private phones: Phone[] = [];
  private arrivals: Promise<void>[] = [];
  private panel: PanelWatch | null = null;
  private storeWatch: StoreWatch | null = null;
  private openQuestion: string | null = null;
  private phase = "opening";
  private loadPerCore = 0;
  private before = { messages: 0, bytes: 0 };
  private after = { messages: 0, bytes: 0 };
  private ticker: NodeJS.Timeout | undefined;

  constructor(private readonly world: World) {
    this.network = new Network(world.url);
    this.host = new Host(this.network, this.history);
    this.recovery = new Recovery(this.history, () => this.host.envelope?.version ?? 0);
  }

  /** Session, console and big screen; whoever means no good is there before the room. */
  async openDoors(): Promise<void> {
    const { network, history, host } = this;
    const { questions, pace, faults: wanted } = this.world.options;
    this.questions = questionsOf(await host.openDoors(rehearsalQuiz(questions, newQuizId, pace)));
    if (wanted.has("socket-blocked")) await network.refuseWebSockets();
    host.openScreens();
    this.ownDelay.enable();
    this.ticker = setInterval(() => this.look(), 1_000);
    const { joinKey } = host;
    for (const kind of ["abuser-token", "abuser-anon"] as const) {
      if (!wanted.has(kind)) continue;
      const openQuestion = () => this.openQuestion;
      this.abusers.push(await startAbuser(kind, { network, history, joinKey, openQuestion }));
    }
    const kinds = this.abusers.map(({ kind }) => kind);
    if (kinds.length > 0) this.panel = new PanelWatch(kinds, () => host.room());
  }

  /** Everybody scans at a random moment of the ramp. */
  async letIn(): Promise<void> {
    const { phones, rampSeconds, addresses, faults: wanted } = this.world.options;
    const { network, history, host, recovery } = this;
    const questions = new Map(this.questions.map((question) => [question.id, question]));
    this.phase = "everybody scans";
    this.phones = Array.from({ length: phones }, (_, number) => {
      const address = `198.18.0.${1 + (number % addresses)}`;
      return new Phone({
        number,
        network,
        history,
        questions,
        joinKey: host.joinKey,
        isDouble: () => wanted.has("double-taps") && Math.random() < doubleShare,
        repeatsChanges: wanted.has("double-taps") && number % 2 === 0,
        headers: addresses > 1 ? { "x-forwarded-for": address } : {},
        recovery,
      });
    });
    this.arrivals = this.phones.map(async (phone) => {
      await pause(Math.random() * rampSeconds * 1_000);
      await phone.arrive();
    });
    await until(() => history.counts.seated >= phones, rampSeconds * 1_000 + lobbyPatienceMs);
    await pause(introMs);
  }

  /** The large button, from the lobby to the podium. */
  async play(): Promise<void> {
    const { host } = this;
    this.before = this.traffic();
    let number = 0;
    for (let view = await host.advance(); view.shared.phase !== "finished"; view = await host.advance()) {
      if (view.shared.phase === "question") {
        number += 1;
        this.phase = `question ${number} of ${this.questions.length}`;
        await this.ask(number, view.shared);
      } else await pause(view.shared.phase === "reveal" ? revealMs : introMs);
    }
  }

  /** One open question: until everybody has answered or its time is up. */
  private async ask(
    number: number,
    shown: { question: { id: string }; opensAt: number; closesAt: number | null },
  ) {
    const { network, history, recovery, strikes } = this;
    const { server, redis, options } = this.world;
    const { id } = shown.question;
    this.openQuestion = id;
    const inSeats = this.phones.filter((phone) => phone.isSeated);
    const seated = inSeats.map((phone) => phone.number);
    const questionCount = this.questions.length;
    const onStoreHung = () => {
      this.storeWatch = new StoreWatch(() => this.host.room());
    };
    const deps = {
      wanted: options.faults,
      questionCount,
      network,
      history,
      server,
      redis,
      recovery,
      onStoreHung,
    };
    const blows = strike(deps, number, seated);
    // what goes wrong with a fault is told below, not while the answers come in
    blows.catch(() => undefined);
    strikes.push(blows);
    const isOnSheet = options.pace === "sheet";
    const everybody = () =>
      isOnSheet
        ? inSeats.every((phone) => phone.isDoneWith(id))
        : (history.settled.get(id) ?? 0) >= seated.length;
    // a sheet stays open until the host locks it: with the patience of a question that has a deadline
    const openMs = isOnSheet ? timeLimitSeconds * 1_000 : (shown.closesAt ?? shown.opensAt) - shown.opensAt;
    await until(everybody, openMs + closingMs);
    // one blow at a time; whom only news can prove to be back gets them by the next step
    await Promise.race([Promise.all(strikes), until(() => recovery.isAwaitingNews, lastWordsMs)]);
    this.openQuestion = null;
  }

  /** The podium on every phone, and an answer to every answer; then nobody moves any more. */
  async settle(): Promise<void> {
    const { phones } = this;
    const version = this.host.envelope?.version ?? 0;
    this.phase = "podium";
    await until(() => phones.every((phone) => !phone.isSeated || phone.shownVersion >= version), lastWordsMs);
    await until(() => phones.every((phone) => !phone.isWaiting), lastWordsMs);
    this.after = this.traffic();
    const { redis } = this.world;
    if (redis && this.storeWatch)
      this.history.add({ kind: "storeHung", ...(await this.storeWatch.end(redis)) });
    this.recovery.close();
    this.panel?.stop();
    clearInterval(this.ticker);
    for (const abuser of this.abusers) abuser.stop();
    for (const phone of phones) phone.close();
    this.host.close();
    await Promise.race([Promise.all([...this.arrivals, ...this.strikes]), pause(closingMs)]);
  }

  /** The results, and of a server of our own those that a new process reads from the database. */
  async close(): Promise<Night> {
    const { history, host, questions, abusers, panel, before, after, loadPerCore } = this;
    const { server } = this.world;
    const usage = server?.usage() ?? null;
    const results = await host.results();
    let reread: ResultsReply | null = null;
    if (server) {
      await server.end("SIGTERM");
      await server.start();
      reread = await host.results();
    } else await host.tidyUp();
    this.network.close();
    const shares = Math.max(1, history.counts.seated) * questions.length;
    const ownCpu = process.cpuUsage();
    return {
      history,
      questions,
      results,
      reread,
      abusers,
      panel,
      messagesPerPhonePerQuestion: (after.messages - before.messages) / shares,
      bytesPerPhonePerQuestion: (after.bytes - before.bytes) / shares,
      server: usage,
      ownDelayMs: this.ownDelay.percentile(99) / 1e6,
      ownCpuSeconds: (ownCpu.user + ownCpu.system) / 1e6,
      loadPerCore,
    };
  }

  private traffic() {
    const messages = this.phones.reduce((sum, phone) => sum + phone.messages, 0);
    return { messages, bytes: this.network.bytes("phones") };
  }

  private look(): void {
    const { seated, saved, tapped, throttled } = this.history.counts;
    const { server, options, progress } = this.world;
    server?.usage();
    this.loadPerCore = Math.max(this.loadPerCore, (loadavg()[0] ?? 0) / availableParallelism());
    progress(
      `${this.phase} · ${seated} of ${options.phones} phones in · ${saved} of ${tapped} answers saved · ${throttled} refusals`,
    );
  }
}
