/** What a phone asks over HTTP: finding a session, its seat, the polled view, and answers on the fallback. */
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { type AnswerReply, submitAnswerSchema } from "@/lib/contracts/answers";
import {
  joinSchema,
  type LookupReply,
  lookupSchema,
  reclaimSchema,
  seatRequestSchema,
} from "@/lib/contracts/http";
import { type Result, refusalStatus } from "@/lib/contracts/refusals";
import type { Charge } from "@/lib/limits/limiter";
import type { Container } from "../container";
import { seatCookie } from "../payer";
import { answerPoll } from "../polled-view";
import { guess } from "./guesses";
import {
  type ApiContext,
  type ApiEnv,
  bearer,
  ipChargeKey,
  overLimit,
  readJson,
  refusal,
  refusedWith,
} from "./respond";
import { seatedIn, seatReply } from "./seated";

/** A night and its morning after; every look-up gives a new one. */
const passSeconds = 24 * 60 * 60;

/** A wrong PIN and a wrong seat code alike. */
const isNotFound = (status: number): boolean => status === 404;

function answerRefused(c: ApiContext, reply: Extract<AnswerReply, { ok: false }>) {
  if (reply.retryAfterMs !== undefined) c.header("Retry-After", String(Math.ceil(reply.retryAfterMs / 1000)));
  return c.json(reply, refusalStatus(reply.code) as 409);
}

export function playerRoutes(box: Container, ipOf: (c: ApiContext) => string) {
  const { service } = box;
  const app = new Hono<ApiEnv>();

  const seated = seatedIn(box);
  /** From now on pages and look-ups of this browser are its player's, whatever strangers do to the address. */
  function givePass(c: ApiContext, sessionId: string, playerId: string): void {
    setCookie(c, seatCookie, box.tokens.seatPass({ sessionId, playerId }), {
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
      maxAge: passSeconds,
      secure: box.env.PUBLIC_URL?.startsWith("https://") ?? false,
    });
  }

  app.post("/lookup", async (c) => {
    const body = await readJson(c, lookupSchema);
    if (!body.ok) return refusal(c, body.error);
    const find = () => service.lookup(body.value, bearer(c));
    const reply = (found: Result<LookupReply>) => {
      if (!found.ok) return refusal(c, found.error);
      const { sessionId, seat } = found.value;
      if (seat) givePass(c, sessionId, seat.playerId);
      c.header("Cache-Control", "no-store");
      // Device tokens are given to whoever asks: they are signed numbers that the server keeps nothing of, so a million of
      // them cost nobody anything. What costs is a seat, and that is charged in join.
      return c.json(found.value);
    };
    // a join link cannot be guessed, so it never meets the guess limiter
    if (!("pin" in body.value)) return reply(await find());
    // a phone that has a seat there guesses nothing: its page was reloaded, and must not wait behind a stranger's guesses
    const own = box.tokens.readDevice(bearer(c)) ? await find() : null;
    if (own?.ok && own.value.seat) return reply(own);
    const charges: Charge[] = [{ policy: "pinGuess", key: ipChargeKey(ipOf(c)) }];
    return guess(c, box, charges, async () => reply(await find()), isNotFound);
  });

  app.post("/sessions/:id/join", async (c) => {
    const body = await readJson(c, joinSchema);
    if (!body.ok) return refusal(c, body.error);
    const room = await service.findRoom(c.req.param("id"));
    if (!room) return refusedWith(c, "NOT_FOUND", "This session does not exist.");
    const deviceId = box.tokens.readDevice(bearer(c));
    // no device, no seat: refused before anything of the room's is charged
    if (!deviceId) return refusedWith(c, "BAD_TOKEN");
    const known = await service.seatFor(room, deviceId);
    // what can never be a seat takes nothing from the room
    const unfit = known.ok ? null : service.refusesJoin(room, known.error, body.value.name);
    if (unfit) return refusal(c, unfit);
    // free to the room: double taps, second scans, second names, and retries after an answer that was slow to come
    const charges: Charge[] = [{ policy: "deviceJoin", key: deviceId }];
    const isNewGuest = !known.ok && !room.chargedDevices.has(deviceId);
    if (isNewGuest)
      charges.push({
        policy: "joinSession",
        key: ipChargeKey(ipOf(c)),
        device: deviceId,
      });
    const limited = await overLimit(c, box, charges);
    if (limited) return limited;
    if (isNewGuest) room.chargedDevices.add(deviceId);
    const seat = await service.join(room, deviceId, body.value);
    if (!seat.ok) return refusal(c, seat.error);
    givePass(c, room.sessionId, seat.value.playerId);
    return c.json(seatReply(seat.value));
  });

  app.post("/sessions/:id/reclaim", async (c) => {
    const body = await readJson(c, reclaimSchema);
    if (!body.ok) return refusal(c, body.error);
    const room = await service.findRoom(c.req.param("id"));
    if (!room) return refusedWith(c, "NOT_FOUND", "This session does not exist.");
    const ip = ipChargeKey(ipOf(c));
    // by address for a seated player too: who could guess with a bucket for each seat would find a code with 300 seats
    const charges: Charge[] = [
      { policy: "pinGuess", key: `seat:${room.sessionId}:${ip}`, from: { who: "address", key: ip } },
    ];
    const attempt = async () => {
      const seat = await service.reclaim(room, box.tokens.readDevice(bearer(c)), body.value.seatCode);
      if (!seat.ok) return refusal(c, seat.error);
      givePass(c, room.sessionId, seat.value.playerId);
      return c.json(seatReply(seat.value));
    };
    return guess(c, box, charges, attempt, isNotFound);
  });

  app.post("/sessions/:id/seat-request", async (c) => {
    const body = await readJson(c, seatRequestSchema);
    if (!body.ok) return refusal(c, body.error);
    const room = await service.findRoom(c.req.param("id"));
    if (!room) return refusedWith(c, "NOT_FOUND", "This session does not exist.");
    const deviceId = box.tokens.readDevice(bearer(c));
    if (!deviceId) return refusedWith(c, "BAD_TOKEN");
    // as a join: it comes before a person, and tokens are free
    const key = ipChargeKey(ipOf(c));
    const limited = await overLimit(c, box, [
      { policy: "deviceJoin", key: deviceId },
      { policy: "joinSession", key, device: deviceId },
    ]);
    if (limited) return limited;
    const asked = await service.askForSeat(room, deviceId, body.value.name);
    return asked.ok ? c.json(asked.value) : refusal(c, asked.error);
  });

  app.get("/sessions/:id/seat-request", async (c) => {
    const room = await service.findRoom(c.req.param("id"));
    if (!room) return refusedWith(c, "NOT_FOUND", "This session does not exist.");
    const deviceId = box.tokens.readDevice(bearer(c));
    if (!deviceId) return refusedWith(c, "BAD_TOKEN");
    // it has no seat yet
    const from = { who: "device" as const, key: deviceId };
    const limited = await overLimit(c, box, [{ policy: "sessionPoll", key: deviceId, from }]);
    if (limited) return limited;
    const state = await service.seatRequestOf(room, deviceId);
    if (!state.ok) return refusal(c, state.error);
    const seat = state.value.state === "seated" ? await service.seatFor(room, deviceId) : null;
    if (seat?.ok) givePass(c, room.sessionId, seat.value.playerId);
    c.header("Cache-Control", "no-store");
    return c.json(state.value);
  });

  app.get("/sessions/:id/view", async (c) => {
    const who = await seated(c);
    if (!who.ok) return refusal(c, who.error);
    const { room, seat, deviceId } = who.value;
    const limited = await overLimit(c, box, [{ policy: "sessionPoll", key: deviceId }]);
    if (limited) return limited;
    const reply = await answerPoll(box, {
      room,
      seat,
      deviceId: box.tokens.readDevice(bearer(c)),
      since: c.req.query("since"),
      wait: c.req.query("wait"),
      signal: () => c.req.raw.signal,
    });
    if (!reply.ok) return refusal(c, reply.error);
    if (reply.value === null) return c.body(null, 204);
    c.header("Cache-Control", "no-store");
    c.header("Content-Type", "application/json; charset=utf-8");
    return c.body(reply.value);
  });

  app.post("/sessions/:id/answers", async (c) => {
    const receivedAt = box.now();
    const body = await readJson(c, submitAnswerSchema);
    if (!body.ok) return refusal(c, body.error);
    const who = await seated(c);
    if (!who.ok) return refusal(c, who.error);
    const { room, seat, deviceId } = who.value;
    const repeated = service.repeatedReply(room, seat, body.value);
    // a repeat costs no answer, but it is a request like a poll
    const policy = repeated ? "sessionPoll" : "submitAnswer";
    const limited = await overLimit(c, box, [{ policy, key: deviceId }]);
    if (limited) return limited;
    if (repeated) {
      const reply = await repeated;
      return reply.ok ? c.json(reply) : answerRefused(c, reply);
    }
    const reply = await service.submitAnswer(room, seat, body.value, receivedAt);
    return reply.ok ? c.json(reply) : answerRefused(c, reply);
  });

  return app;
}
