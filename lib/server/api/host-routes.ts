/** What a host asks over HTTP: sessions, commands, results; and the big screen's polled view. */
import { Hono } from "hono";
import { hostCommandSchema } from "@/lib/contracts/commands";
import { createSessionSchema, type HostAccount } from "@/lib/contracts/http";
import { ok, type Result, refusalStatus } from "@/lib/contracts/refusals";
import type { Envelope, HostView, ScreenView } from "@/lib/contracts/views";
import { cohostActor } from "../cohost";
import type { Container } from "../container";
import { hostEnvelope, screenEnvelope } from "../projections";
import { collectResults, openResults, type ResultsTable } from "../results";
import { csvOf } from "../results-csv";
import { resultsSheets } from "../results-workbook";
import { openedBy } from "../session-links";
import type { SessionRoom } from "../session-room";
import { asBody, inPieces } from "../text-stream";
import { writeWorkbook } from "../xlsx-stream";
import { chargedHost, chargedHosting, hosting, signedIn } from "./host-guard";
import { type ApiContext, type ApiEnv, overLimit, readJson, refusal, refusedWith } from "./respond";

const maxWaitSeconds = 25;

export function hostRoutes(box: Container) {
  const { service, quizzes } = box;
  const app = new Hono<ApiEnv>();

  app.get("/me", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    const { hostId, name, email, isAnonymous } = host.value;
    c.header("Cache-Control", "no-store");
    return c.json({ hostId, name, email: isAnonymous ? null : email, isAnonymous } satisfies HostAccount);
  });

  app.post("/sessions", async (c) => {
    const host = await chargedHost(c, box, "hostCommand");
    if (host instanceof Response) return host;
    const body = await readJson(c, createSessionSchema);
    if (!body.ok) return refusal(c, body.error);
    const quiz = await quizzes.load(host.hostId, body.value.quizId);
    if (!quiz) return refusedWith(c, "NOT_FOUND", "You have no such quiz.");
    const created = await service.createSession(host.hostId, body.value.quizId, quiz);
    return created.ok ? c.json(created.value, 201) : refusal(c, created.error);
  });

  app.get("/sessions", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    return c.json({ sessions: await box.sessions.listByHost(host.value.hostId) });
  });

  /** The polling pattern of host and big screen: at once when newer, else when it comes, else 204. */
  async function polled<V>(
    c: ApiContext,
    room: SessionRoom,
    role: "host" | "screen",
    view: () => Envelope<V>,
    stillMay: () => Result<unknown> = () => ok(null),
  ) {
    const since = c.req.query("since");
    if (since !== undefined && since === room.liveCursor(box.bootId)) {
      const waitMs = Math.min(Math.max(0, Number(c.req.query("wait")) || 0), maxWaitSeconds) * 1000;
      if (waitMs > 0) await service.waiters.wait(room.sessionId, role, waitMs, c.req.raw.signal);
      if (room.liveCursor(box.bootId) === since) return c.body(null, 204);
    }
    const may = stillMay();
    if (!may.ok) return refusal(c, may.error);
    c.header("Cache-Control", "no-store");
    return c.json(view() as object);
  }

  /** A link may be replaced while its request is under way. */
  const stillCohost = (c: ApiContext, room: SessionRoom): Result<unknown> => {
    const token = c.req.query("cohost");
    return token === undefined ? ok(null) : cohostActor(box, room, token);
  };

  app.get("/sessions/:id/host", async (c) => {
    const who = await hosting(c, box);
    if (!who.ok) return refusal(c, who.error);
    const { hostId } = who.value.host;
    const limited = await overLimit(c, box, [
      { policy: "sessionPoll", key: `host:${hostId}`, from: { who: "host", key: hostId } },
    ]);
    if (limited) return limited;
    const { room } = who.value;
    return polled<HostView>(
      c,
      room,
      "host",
      () => hostEnvelope(box, room, c.req.header("host")),
      () => stillCohost(c, room),
    );
  });

  app.get("/sessions/:id/screen", async (c) => {
    const found = await service.findRoom(c.req.param("id"));
    const may = () => openedBy(box, found, "screen", c.req.query("token"));
    const opened = may();
    if (!opened.ok) return refusal(c, opened.error);
    const room = opened.value;
    const key = `screen:${room.sessionId}`;
    const limited = await overLimit(c, box, [{ policy: "sessionPoll", key, from: { who: "screen", key } }]);
    if (limited) return limited;
    return polled<ScreenView>(c, room, "screen", () => screenEnvelope(box, room, c.req.header("host")), may);
  });

  app.post("/sessions/:id/commands", async (c) => {
    const command = await readJson(c, hostCommandSchema);
    if (!command.ok) return refusal(c, command.error);
    const who = await chargedHosting(c, box, "hostCommand");
    if (who instanceof Response) return who;
    const { room, host } = who;
    const done = await service.command(room, command.value, host.hostId);
    const may = stillCohost(c, room);
    if (!may.ok) return refusal(c, may.error);
    const envelope = hostEnvelope(box, room, c.req.header("host"));
    return done.ok
      ? c.json({ ok: true, envelope })
      : c.json({ ok: false, ...done.error, envelope }, refusalStatus(done.error.code) as 409);
  });

  app.get("/sessions/:id/results", async (c) => {
    const who = await chargedHosting(c, box, "exportResults");
    if (who instanceof Response) return who;
    return c.json(await collectResults(box, who.room));
  });

  /** An attachment made while it is being sent; whoever hangs up stops the making. */
  const download = (
    path: string,
    type: string,
    bytesOf: (table: ResultsTable) => Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>,
  ) =>
    app.get(`/sessions/:id/${path}`, async (c) => {
      const who = await chargedHosting(c, box, "exportResults");
      if (who instanceof Response) return who;
      const table = await openResults(box, who.room);
      const day = new Date(table.createdAt).toISOString().slice(0, 10);
      const extension = path.split(".").at(-1);
      c.header("Content-Type", type);
      c.header(
        "Content-Disposition",
        `attachment; filename="roomful-${day}-${table.sessionId}.${extension}"`,
      );
      c.header("Cache-Control", "no-store");
      return c.body(asBody(await bytesOf(table)));
    });
  download("results.csv", "text/csv; charset=utf-8", async (table) => inPieces(csvOf(table)));
  download(
    "results.xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    async (table) => writeWorkbook(await resultsSheets(table)),
  );

  return app;
}
