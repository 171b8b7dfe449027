/**
 * The floor of everything over HTTP: Hono on @hono/node-server that answers with the bytes it is told, holds requests and
 * lets them go, and nothing else. No product code.
 */
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const app = new Hono();
let body = "{}";
let release: (() => void)[] = [];

/** What every changed view is. */
app.post("/body", async (c) => {
  body = await c.req.text();
  return c.body(null, 204);
});
app.get("/changed", (c) => {
  c.header("Cache-Control", "no-store");
  c.header("Content-Type", "application/json; charset=utf-8");
  return c.body(body);
});
app.get("/unchanged", (c) => c.body(null, 204));

app.get("/held", async (c) => {
  await new Promise<void>((done) => release.push(done));
  c.header("Cache-Control", "no-store");
  c.header("Content-Type", "application/json; charset=utf-8");
  return c.body(body);
});
app.get("/held-count", (c) => c.json({ held: release.length }));
app.post("/release", (c) => {
  const held = release;
  release = [];
  for (const done of held) done();
  return c.body(null, 204);
});

serve({
  fetch: app.fetch,
  port: Number(process.env.PORT),
  hostname: "127.0.0.1",
});
