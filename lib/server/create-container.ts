/**
 * Puts the service and its adapters together: the one list of what a process holds. server.ts opens the store and
 * listens; the integration tests do the same on a free port, so that what they test is what runs.
 */
import { randomBytes } from "node:crypto";
import { pubNightQuiz } from "@/lib/formats/pub-night-quiz";
import { sampleQuiz } from "@/lib/formats/sample-quiz";
import { createLimiter } from "@/lib/limits/create-limiter";
import { offLimiter } from "@/lib/limits/limiter";
import { openLimitsFile } from "@/lib/limits/limits-file";
import { offenderLog } from "@/lib/limits/offenders";
import { policiesFor, publishedPolicies } from "@/lib/limits/policies";
import { tellRefused, watchedLimiter } from "@/lib/limits/watched-limiter";
import { answerCommitter } from "@/lib/store/answer-committer";
import { leagueRepository } from "@/lib/store/league-repository";
import { mediaRepository } from "@/lib/store/media-repository";
import { playerRepository } from "@/lib/store/player-repository";
import { quizRepository } from "@/lib/store/quiz-repository";
import { seatRequestRepository } from "@/lib/store/seat-request-repository";
import { sessionRepository } from "@/lib/store/session-repository";
import type { Store } from "@/lib/store/store";
import { createAttempts } from "./attempts";
import type { Container } from "./container";
import type { Env } from "./env";
import { lazyAuth } from "./lazy-auth";
import { createLeagueNights } from "./league-nights";
import { createLeagues } from "./leagues";
import { createLoad } from "./load";
import type { Logger } from "./log";
import { mediaShelf } from "./media/media-shelf";
import { mediaSpace } from "./media/take-upload";
import { createMetrics } from "./metrics";
import { createNightPace } from "./night-pace";
import { createSessionService } from "./session-service";
import { createTokens, newId } from "./tokens";

/** The limiter's clock: a stepped wall clock must neither refuse nor forgive (faults.md 12). */
const monotonicNow = () => performance.now();

export async function createContainer(o: {
  env: Env;
  log: Logger;
  store: Store;
  /** signs tokens and cookies; at least 32 characters */
  secret: string;
  /** the file of thresholds changed by hand; need not exist */
  limitsPath: string;
  /** the port really listened on */
  port: () => number;
}): Promise<Container> {
  const { env, log, store, secret } = o;
  const tokens = createTokens(secret);
  const quizzes = quizRepository(store);
  const media = mediaRepository(store, mediaSpace(env.MEDIA_SPACE_GB));
  const sessions = sessionRepository(store);
  const committer = answerCommitter(store);
  const offenders = offenderLog({ log, now: monotonicNow, roomSize: env.ROOM_SIZE });
  const watch = { offenders, anonymise: tokens.anonymise };
  const limitsFile = await openLimitsFile({
    path: o.limitsPath,
    base:
      env.LIMITS === "published"
        ? publishedPolicies(env.ROOM_SIZE)
        : policiesFor({ roomSize: env.ROOM_SIZE }),
    log,
  });
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = env;
  const created = createLimiter({
    policies: limitsFile.policies,
    shadow: limitsFile.isShadow,
    onShadowRefusal: (charge) => tellRefused(watch, charge, true),
    redisUrl: env.REDIS_URL,
    ...(url && token ? { upstash: { url, token } } : {}),
    secret,
    log,
    now: monotonicNow,
    random: Math.random,
  });
  if (env.LIMITS === "off") log.warn("LIMITS=off: nothing is limited");
  const limiter = env.LIMITS === "off" ? offLimiter() : watchedLimiter(created.limiter, watch);
  const pace = createNightPace(monotonicNow);
  const metrics = createMetrics({
    queue: committer.queue,
    sockets: () => box.socketCount(),
    hangingPolls: () => box.service.waiters.size(),
  });
  const service = createSessionService({
    sessions,
    players: playerRepository(store),
    requests: seatRequestRepository(store),
    committer,
    tokens,
    log,
    now: Date.now,
    playerCap: env.ROOM_SIZE,
    counts: {
      joined(sessionId) {
        pace.joined(sessionId);
        metrics.joined();
      },
      acknowledged(sessionId, ms) {
        pace.acknowledged(sessionId, ms);
        metrics.acknowledged(ms);
      },
    },
    shared: store.mode === "postgres",
  });
  const auth = lazyAuth(async () => {
    const { createAuth } = await import("./auth");
    return createAuth({
      prisma: store.prisma,
      secret,
      publicUrl: env.PUBLIC_URL,
      async onGuestBecomesHost(guestId, hostId, isNew) {
        await quizzes.moveHost(guestId, hostId, isNew);
        await service.moveHost(guestId, hostId);
      },
      // something to host at once; the simple one last, so that it stands first
      onNewHost: async (hostId) => {
        await quizzes.save(hostId, pubNightQuiz(newId));
        await quizzes.save(hostId, sampleQuiz(newId));
      },
    });
  });
  const box: Container = {
    env,
    log,
    store,
    quizzes,
    media,
    shelf: mediaShelf(media),
    sessions,
    leagues: createLeagues({
      leagues: leagueRepository(store),
      nights: createLeagueNights({
        loadState: async (sessionId) => (await sessions.load(sessionId))?.state ?? null,
        loadAnswers: committer.loadAnswers,
      }),
    }),
    committer,
    service,
    auth,
    tokens,
    limiter,
    limiterStore: created.status,
    limitsFile,
    limitsPath: o.limitsPath,
    offenders,
    attempts: createAttempts(),
    pace,
    load: createLoad(),
    metrics,
    socketCount: () => 0,
    closeLimits: async () => {
      limitsFile.close();
      await created.close();
    },
    bootId: randomBytes(4).toString("hex"),
    now: Date.now,
    port: o.port,
  };
  return box;
}
