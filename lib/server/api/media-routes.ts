/** POST /api/media: a picture, sound or video for a question. They are served by lib/server/media/media-road.ts. */
import { Hono } from "hono";
import { largestMediaBytes } from "@/lib/contracts/media";
import { ok, type Result, refuse } from "@/lib/contracts/refusals";
import type { Container } from "../container";
import { takeUpload } from "../media/take-upload";
import { uploadSlots } from "../media/upload-slots";
import { maxBody } from "./body-size";
import { chargedHost } from "./host-guard";
import { type ApiContext, type ApiEnv, refusal, refusedWith } from "./respond";

/** A video over a line of 2 Mbit/s; who is slower holds a place that others wait for. */
const receiveWithinMs = 120_000;

export function mediaRoutes(box: Container) {
  const app = new Hono<ApiEnv>();
  const slots = uploadSlots();

  app.post("/media", maxBody(largestMediaBytes), async (c) => {
    const host = await chargedHost(c, box, "upload");
    if (host instanceof Response) return host;
    const taken = await slots.run(async () => {
      const body = await received(c);
      return body.ok ? takeUpload(box.media, host.hostId, body.value) : body;
    });
    if (!taken) return refusedWith(c, "UNAVAILABLE");
    return taken.ok ? c.json(taken.value, 201) : refusal(c, taken.error);
  });
  return app;
}

async function received(c: ApiContext): Promise<Result<Uint8Array>> {
  const reading = c.req.arrayBuffer().then(
    (bytes) => ok(new Uint8Array(bytes)),
    () => null,
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), receiveWithinMs);
  });
  const body = await Promise.race([reading, late]);
  clearTimeout(timer);
  if (body) return body;
  // whoever is still sending is cut off, so that nothing more of it is held
  c.env.incoming.destroy();
  return refuse("BAD_REQUEST", "The file did not arrive in time.");
}
