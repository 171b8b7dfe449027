/**
 * Marking over HTTP, for the host and for whoever has the marker's link. The link's token opens these two requests and
 * nothing else of the session.
 */
import { Hono } from "hono";
import { markCommandSchema } from "@/lib/contracts/commands";
import { ok, type Result, refusalStatus } from "@/lib/contracts/refusals";
import type { Container } from "../container";
import { markingReply } from "../marking";
import { openedBy } from "../session-links";
import type { SessionRoom } from "../session-room";
import { hosting } from "./host-guard";
import { type ApiContext, type ApiEnv, overLimit, readJson, refusal } from "./respond";

type MarkingActor = { room: SessionRoom /** null: a marker */; hostId: string | null };

export function markingRoutes(box: Container) {
  const app = new Hono<ApiEnv>();

  /** With a token in the query the cookie is not looked at. BAD_TOKEN, UNAUTHENTICATED, NOT_FOUND, FORBIDDEN. */
  async function marking(c: ApiContext): Promise<Result<MarkingActor>> {
    const token = c.req.query("token");
    if (token === undefined) {
      const who = await hosting(c, box);
      return who.ok ? ok({ room: who.value.room, hostId: who.value.host.hostId }) : who;
    }
    const room = await box.service.findRoom(c.req.param("id") ?? "");
    const opened = openedBy(box, room, "marker", token);
    return opened.ok ? ok({ room: opened.value, hostId: null }) : opened;
  }
  const keyOf = ({ room, hostId }: MarkingActor) =>
    hostId ? `marking:${hostId}` : `marker:${room.sessionId}`;
  const sinceOf = (c: ApiContext): number | null => {
    const since = c.req.query("since");
    return since !== undefined && /^\d{1,15}$/.test(since) ? Number(since) : null;
  };

  app.get("/sessions/:id/marking", async (c) => {
    const who = await marking(c);
    if (!who.ok) return refusal(c, who.error);
    const key = keyOf(who.value);
    const limited = await overLimit(c, box, [{ policy: "sessionPoll", key, from: { who: "host", key } }]);
    if (limited) return limited;
    const { room } = who.value;
    const since = sinceOf(c);
    if (since === room.state.version) return c.body(null, 204);
    c.header("Cache-Control", "no-store");
    return c.json(markingReply(room, since));
  });

  app.post("/sessions/:id/marking", async (c) => {
    const who = await marking(c);
    if (!who.ok) return refusal(c, who.error);
    const limited = await overLimit(c, box, [{ policy: "markCommand", key: keyOf(who.value) }]);
    if (limited) return limited;
    const command = await readJson(c, markCommandSchema);
    if (!command.ok) return refusal(c, command.error);
    const { room, hostId } = who.value;
    const done = await box.service.mark(room, command.value, hostId ?? "marker");
    // the link may have been replaced meanwhile
    const still = await marking(c);
    if (!still.ok) return refusal(c, still.error);
    c.header("Cache-Control", "no-store");
    return done.ok
      ? c.json({ ok: true, marking: markingReply(room, sinceOf(c)) })
      : c.json({ ok: false, ...done.error }, refusalStatus(done.error.code) as 409);
  });

  return app;
}
