/**
 * What the process holds once: made in server.ts, read by its adapters. A small part is on globalThis, because Next's
 * bundle and server.ts are two module graphs in one process: middleware.ts finds the page gate there.
 */
import type { Limiter } from "@/lib/limits/limiter";
import type { OffenderLog } from "@/lib/limits/offenders";
import type { PageGate } from "@/lib/limits/page-gate";
import type { Policies } from "@/lib/limits/policies";
import type { AnswerCommitter } from "@/lib/store/answer-committer";
import type { QuizRepository } from "@/lib/store/quiz-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Store } from "@/lib/store/store";
import type { Auth } from "./auth";
import type { Env } from "./env";
import type { Logger } from "./log";
import type { Metrics } from "./metrics";
import type { NightPace } from "./night-pace";
import type { SessionService } from "./session-service";
import type { Tokens } from "./tokens";

export type Container = {
  env: Env;
  log: Logger;
  store: Store;
  quizzes: QuizRepository;
  sessions: SessionRepository;
  committer: AnswerCommitter;
  service: SessionService;
  auth: Auth;
  tokens: Tokens;
  limiter: Limiter;
  policies: Policies;
  offenders: OffenderLog;
  pace: NightPace;
  metrics: Metrics;
  /** open sockets; set by the socket gateway */
  socketCount: () => number;
  /** differs with every start: part of the cursors of what is counted in memory */
  bootId: string;
  now: () => number;
  /** the port really listened on, known after listen() */
  port: () => number;
};

declare global {
  // eslint-disable-next-line no-var
  var __roomful: { pageGate: PageGate } | undefined;
}
