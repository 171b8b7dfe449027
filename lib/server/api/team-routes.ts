/** What a phone does to its own team: name, size, captain, phones, leaving. Few requests, so none may spend an answer. */
import { Hono } from "hono";
import { captainSchema, renameSchema } from "@/lib/contracts/http";
import { type TeamSizeReply, teamSizeSchema } from "@/lib/contracts/team-size";
import type { Charge } from "@/lib/limits/limiter";
import type { Purpose } from "@/lib/limits/offender-words";
import type { Container } from "../container";
import { type ApiContext, type ApiEnv, overLimit, readJson, refusal } from "./respond";
import { addressOf, type Seated, seatedIn, seatReply } from "./seated";

export function teamRoutes(box: Container, ipOf: (c: ApiContext) => string) {
  const { service } = box;
  const app = new Hono<ApiEnv>();
  const seated = seatedIn(box);
  const viaOf = addressOf(ipOf);

  /**
   * The phone's seat, charged by a bucket that is no answer's; or the refusal. Each phone pays for itself: one that may not
   * rename the team, or says another size all the time, must not hold up its captain.
   */
  async function charged(c: ApiContext, purpose: Purpose, bucket: string): Promise<Seated | Response> {
    const who = await seated(c);
    if (!who.ok) return refusal(c, who.error);
    const { deviceId } = who.value;
    const charge: Charge = {
      policy: "submitAnswer",
      key: `${bucket}:${deviceId}`,
      purpose,
      from: { who: "player", key: deviceId },
      via: viaOf(c),
    };
    return (await overLimit(c, box, [charge])) ?? who.value;
  }
  const asTeam = (c: ApiContext) => charged(c, "teamChange", "team");

  app.patch("/sessions/:id/me", async (c) => {
    const body = await readJson(c, renameSchema);
    if (!body.ok) return refusal(c, body.error);
    const who = await asTeam(c);
    if (who instanceof Response) return who;
    const renamed = await service.rename(who.room, who.seat, body.value.name, who.deviceId);
    return renamed.ok ? c.json(seatReply(renamed.value)) : refusal(c, renamed.error);
  });

  app.put("/sessions/:id/me/team-size", async (c) => {
    const body = await readJson(c, teamSizeSchema);
    if (!body.ok) return refusal(c, body.error);
    const who = await charged(c, "teamChange", "size");
    if (who instanceof Response) return who;
    const said = await service.sayTeamSize(who.room, who.seat, body.value.heads);
    return said.ok ? c.json({ heads: body.value.heads } satisfies TeamSizeReply) : refusal(c, said.error);
  });

  app.delete("/sessions/:id/me", async (c) => {
    const who = await asTeam(c);
    if (who instanceof Response) return who;
    const isWholeTeam = c.req.query("team") === "1";
    const left = await (isWholeTeam
      ? service.leaveTogether(who.room, who.seat, who.deviceId)
      : service.leave(who.room, who.seat, who.deviceId));
    return left.ok ? c.body(null, 204) : refusal(c, left.error);
  });

  app.put("/sessions/:id/captain", async (c) => {
    const body = await readJson(c, captainSchema);
    if (!body.ok) return refusal(c, body.error);
    const who = await asTeam(c);
    if (who instanceof Response) return who;
    const made = await service.makeCaptain(who.room, who.seat, body.value.phoneId, who.deviceId);
    return made.ok ? c.body(null, 204) : refusal(c, made.error);
  });

  app.delete("/sessions/:id/phones/:phoneId", async (c) => {
    const who = await asTeam(c);
    if (who instanceof Response) return who;
    const by = { deviceId: who.deviceId, hostId: null };
    const removed = await service.removePhone(who.room, who.seat, c.req.param("phoneId"), by);
    return removed.ok ? c.body(null, 204) : refusal(c, removed.error);
  });

  app.post("/sessions/:id/left-page", async (c) => {
    const who = await charged(c, "leftPage", "left");
    if (who instanceof Response) return who;
    who.room.noteLeftPage(who.seat);
    return c.body(null, 204);
  });

  return app;
}
