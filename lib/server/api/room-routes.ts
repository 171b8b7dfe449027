/** The room panel over HTTP: what is going on, and the thresholds that may be changed on the night. */
import { Hono } from "hono";
import { changeLimitsSchema } from "@/lib/contracts/http";
import { type PolicyName, policyNames } from "@/lib/limits/policies";
import { isThisMachine } from "../client-ip";
import { isCohost } from "../cohost";
import type { Container } from "../container";
import type { HostActor } from "../projections";
import { limitsInForce, mayChangeLimits, roomPanel } from "../room-panel";
import { chargedHost, hosting, signedIn } from "./host-guard";
import { type ApiContext, type ApiEnv, overLimit, readJson, refusal, refusedWith } from "./respond";

const whoOf = (c: ApiContext, host: HostActor) => ({ host, isThisMachine: isThisMachine(c.env.incoming) });

export function roomRoutes(box: Container) {
  const app = new Hono<ApiEnv>();

  app.get("/sessions/:id/room", async (c) => {
    const who = await hosting(c, box);
    if (!who.ok) return refusal(c, who.error);
    const { room, host } = who.value;
    const limited = await overLimit(c, box, [
      { policy: "sessionPoll", key: `room:${host.hostId}`, from: { who: "host", key: host.hostId } },
    ]);
    if (limited) return limited;
    c.header("Cache-Control", "no-store");
    // limits are the house's, whatever machine a co-host sits at
    const mayBeAdmin = !isCohost(host.hostId) && isThisMachine(c.env.incoming);
    return c.json(await roomPanel(box, room, { host, isThisMachine: mayBeAdmin }));
  });

  app.get("/limits", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    c.header("Cache-Control", "no-store");
    return c.json(limitsInForce(box, whoOf(c, host.value)));
  });

  app.put("/limits", async (c) => {
    const host = await chargedHost(c, box, "hostCommand");
    if (host instanceof Response) return host;
    if (box.env.LIMITS === "off")
      return refusedWith(
        c,
        "WRONG_PHASE",
        "The limits are switched off (LIMITS=off). There is nothing to change.",
      );
    if (!mayChangeLimits(box, whoOf(c, host))) {
      box.log.warn({ hostId: host.hostId }, "a change of the limits by somebody else was refused");
      return refusedWith(
        c,
        "FORBIDDEN",
        "Limits are changed on the computer that runs Roomful, or by an account named in ADMIN_HOST_IDS.",
      );
    }
    const body = await readJson(c, changeLimitsSchema);
    if (!body.ok) return refusal(c, body.error);
    const strange = strangeName(body.value);
    if (strange) return refusedWith(c, "BAD_LIMITS", strange);
    const overrides: Record<string, unknown> = { ...box.limitsFile.overrides() };
    const isPolicy = (name: string): name is PolicyName => (policyNames as readonly string[]).includes(name);
    for (const [name, change] of Object.entries(body.value.overrides)) {
      const known = isPolicy(name) ? box.limitsFile.overrides()[name] : undefined;
      // a name that is none stays in, so that it is refused in words
      overrides[name] = change === null && isPolicy(name) ? undefined : { ...known, ...change };
    }
    const set = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
    const saved = await box.limitsFile.save(set);
    if (!saved.ok) return refusedWith(c, "BAD_LIMITS", saved.problem);
    box.log.info({ hostId: host.hostId, overrides: set }, "limits changed from the room panel");
    return c.json(limitsInForce(box, whoOf(c, host)));
  });

  return app;
}

/** What would be left out without a word: whatever stands beside the overrides, and a name that only sets a prototype. */
function strangeName(body: { overrides: Record<string, object | null> }): string | null {
  const beside = Object.keys(body).find((key) => key !== "overrides");
  if (beside !== undefined)
    return `${JSON.stringify(beside.slice(0, 40))} is no setting; there is only overrides`;
  const unfit = "__proto__";
  if (Object.hasOwn(body.overrides, unfit)) return `There is no policy "${unfit}"`;
  const [name] =
    Object.entries(body.overrides).find(([, change]) => change && Object.hasOwn(change, unfit)) ?? [];
  return name === undefined ? null : `${name}.${unfit} is no setting; there are perMinute, burst, shadow`;
}
