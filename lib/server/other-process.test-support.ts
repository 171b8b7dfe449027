/** A second process on the same database, without a door of its own. */
import { answerCommitter } from "@/lib/store/answer-committer";
import { playerRepository } from "@/lib/store/player-repository";
import { seatRequestRepository } from "@/lib/store/seat-request-repository";
import { sessionRepository } from "@/lib/store/session-repository";
import type { Container } from "./container";
import { createSessionService, type SessionService } from "./session-service";

export const otherProcess = ({ store, tokens, log, now }: Container): SessionService =>
  createSessionService({
    sessions: sessionRepository(store),
    players: playerRepository(store),
    requests: seatRequestRepository(store),
    committer: answerCommitter(store),
    tokens,
    log,
    now,
    playerCap: 300,
    counts: { joined: () => undefined, acknowledged: () => undefined },
    shared: true,
  });
