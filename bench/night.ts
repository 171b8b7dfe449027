/**
 * A whole night, played in real time: everybody scans, the host opens question after question, faults strike, the podium
 * is shown. It only acts; what came of it is judged afterwards from the history.
 */
import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Question } from "@/lib/contracts/quiz";
import { type Abuser, PanelWatch, startAbuser } from "./abusers";
import { type OwnRedis, Recovery, strike } from "./faults";
import { History } from "./history";
import { Host, newQuizId } from "./host";
import { Network } from "./network";
import type { Options } from "./options";
import type { OwnServer } from "./own-server";
import { Phone } from "./phone";
import { questionsOf, rehearsalQuiz } from "./quiz";

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

export async function playNight({ options, url, server, redis, progress }: World): Promise<Night> {
  const { phones: phoneCount, faults: wanted } = options;
  const history = new History();
  const network = new Network(url);
  const host = new Host(network, history);
  const recovery = new Recovery(history, () => host.envelope?.version ?? 0);
  const { counts } = history;
  const abusers: Abuser[] = [];
  let panel: PanelWatch | null = null;
  let openQuestion: string | null = null;
  let phase = "opening";
  let loadPerCore = 0;
  const report = () => {
    server?.usage();
    loadPerCore = Math.max(loadPerCore, (loadavg()[0] ?? 0) / availableParallelism());
    progress(
      `${phase} · ${counts.seated} of ${phoneCount} phones in · ${counts.saved} of ${counts.tapped} answers saved · ${counts.throttled} refusals`,
    );
  };

  const questions = questionsOf(await host.openDoors(rehearsalQuiz(options.questions, newQuizId)));
  const byId = new Map(questions.map((question) => [question.id, question]));
  if (wanted.has("socket-blocked")) await network.refuseWebSockets();
  host.openScreens();
  const ownDelay = monitorEventLoopDelay({ resolution: 10 });
  ownDelay.enable();
  const ticker = setInterval(report, 1_000);

  const { joinKey } = host;
  for (const kind of ["abuser-token", "abuser-anon"] as const)
    if (wanted.has(kind))
      abusers.push(await startAbuser(kind, { network, history, joinKey, openQuestion: () => openQuestion }));
  if (abusers.length > 0) panel = new PanelWatch([...abusers.map(({ kind }) => kind)], () => host.room());

  // everybody scans at a random moment of the ramp
  phase = "everybody scans";
  const phones = Array.from(
    { length: phoneCount },
    (_, number) =>
      new Phone({
        number,
        network,
        history,
        questions: byId,
        joinKey,
        isDouble: () => wanted.has("double-taps") && Math.random() < doubleShare,
        headers:
          options.addresses > 1 ? { "x-forwarded-for": `198.18.0.${1 + (number % options.addresses)}` } : {},
        onHeard: (who, openedAt, version) => recovery.heard(who, openedAt, version),
      }),
  );
  const arrivals = phones.map(async (phone) => {
    await pause(Math.random() * options.rampSeconds * 1_000);
    await phone.arrive();
  });
  await until(() => counts.seated >= phoneCount, options.rampSeconds * 1_000 + lobbyPatienceMs);
  await pause(introMs);

  const messagesOf = () => phones.reduce((sum, phone) => sum + phone.messages, 0);
  const before = { messages: messagesOf(), bytes: network.bytes("phones") };
  let number = 0;
  const strikes: Promise<void>[] = [];
  for (let view = await host.advance(); view.shared.phase !== "finished"; view = await host.advance()) {
    if (view.shared.phase === "question") {
      number += 1;
      phase = `question ${number} of ${questions.length}`;
      const { question, opensAt, closesAt } = view.shared;
      openQuestion = question.id;
      const seated = phones.filter((phone) => phone.isSeated);
      const blows = strike(
        { wanted, questionCount: questions.length, network, history, server, redis, recovery },
        number,
        seated.map((phone) => phone.number),
      );
      // what goes wrong with a fault is told below, not while the answers come in
      blows.catch(() => undefined);
      strikes.push(blows);
      const everybody = () => (history.settled.get(question.id) ?? 0) >= seated.length;
      await until(everybody, closesAt - opensAt + closingMs);
      // one blow at a time
      await Promise.race([Promise.all(strikes), pause(lastWordsMs)]);
    } else await pause(view.shared.phase === "reveal" ? revealMs : introMs);
    if (view.shared.phase !== "question") openQuestion = null;
  }
  phase = "podium";
  const { version } = host.envelope ?? { version: 0 };
  await until(() => phones.every((phone) => !phone.isSeated || phone.shownVersion >= version), lastWordsMs);
  await until(() => phones.every((phone) => !phone.isWaiting), lastWordsMs);
  const perPhone = Math.max(1, counts.seated) * questions.length;
  const messages = (messagesOf() - before.messages) / perPhone;
  const bytes = (network.bytes("phones") - before.bytes) / perPhone;

  recovery.close();
  panel?.stop();
  clearInterval(ticker);
  for (const abuser of abusers) abuser.stop();
  for (const phone of phones) phone.close();
  host.close();
  await Promise.race([Promise.all([...arrivals, ...strikes]), pause(closingMs)]);
  const usage = server?.usage() ?? null;
  const results = await host.results();
  let reread: ResultsReply | null = null;
  if (server) {
    await server.end("SIGTERM");
    await server.start();
    reread = await host.results();
  } else await host.tidyUp();
  network.close();
  return {
    history,
    questions,
    results,
    reread,
    abusers,
    panel,
    messagesPerPhonePerQuestion: messages,
    bytesPerPhonePerQuestion: bytes,
    server: usage,
    ownDelayMs: ownDelay.percentile(99) / 1e6,
    ownCpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    loadPerCore,
  };
}
