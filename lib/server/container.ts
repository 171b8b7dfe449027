/** What the process holds once: made by createContainer, read by its adapters. */
import type { Limiter } from "@/lib/limits/limiter";
import type { LimitsFile } from "@/lib/limits/limits-file";
import type { OffenderLog } from "@/lib/limits/offenders";
import type { LimiterStoreStatus } from "@/lib/limits/resilient-limiter";
import type { AnswerCommitter } from "@/lib/store/answer-committer";
import type { MediaRepository } from "@/lib/store/media-repository";
import type { QuizRepository } from "@/lib/store/quiz-repository";
import type { SessionRepository } from "@/lib/store/session-repository";
import type { Store } from "@/lib/store/store";
import type { Attempts } from "./attempts";
import type { Env } from "./env";
import type { Auth } from "./lazy-auth";
import type { Leagues } from "./leagues";
import type { Load } from "./load";
import type { Logger } from "./log";
import type { MediaShelf } from "./media/media-shelf";
import type { Metrics } from "./metrics";
import type { NightPace } from "./night-pace";
import type { SessionService } from "./session-service";
import type { Tokens } from "./tokens";

export type Container = {
  env: Env;
  log: Logger;
  store: Store;
  quizzes: QuizRepository;
  media: MediaRepository;
  shelf: MediaShelf;
  sessions: SessionRepository;
  leagues: Leagues;
  committer: AnswerCommitter;
  service: SessionService;
  auth: Auth;
  tokens: Tokens;
  limiter: Limiter;
  limiterStore: () => LimiterStoreStatus;
  limitsFile: LimitsFile;
  limitsPath: string;
  offenders: OffenderLog;
  attempts: Attempts;
  pace: NightPace;
  load: Load;
  metrics: Metrics;
  /** open sockets; set by the socket gateway */
  socketCount: () => number;
  /** differs with every start: part of the cursors of what is counted in memory */
  bootId: string;
  closeLimits: () => Promise<void>;
  now: () => number;
  /** the port really listened on, known after listen() */
  port: () => number;
};
