/** A host's quizzes over HTTP: written, read, sent out as files and read from them. */
import { Hono } from "hono";
import { saveQuizSchema } from "@/lib/contracts/http";
import { exportCsv } from "@/lib/formats/export-csv";
import { exportGift } from "@/lib/formats/export-gift";
import { exportJson } from "@/lib/formats/export-json";
import { importQuestions } from "@/lib/formats/import-questions";
import type { Container } from "../container";
import { mediaFault, withoutMissingMedia } from "../media/quiz-media";
import { quizWithOwnIds } from "../own-ids";
import { newId } from "../tokens";
import { maxBody } from "./body-size";
import { chargedHost, signedIn } from "./host-guard";
import { type ApiEnv, readJson, refusal, refusedWith } from "./respond";

/** A quiz of 500 long questions is about 1 MB of JSON. */
const quizBytes = 2 * 1024 * 1024;
/** As much as a saved quiz may have; real question files are far smaller. */
const importBytes = quizBytes;

/** Roomful JSON loses nothing; GIFT and CSV are what other programs read. */
const quizWriters = {
  json: { write: exportJson, type: "application/json", extension: "json" },
  gift: { write: exportGift, type: "text/plain", extension: "gift" },
  csv: { write: exportCsv, type: "text/csv", extension: "csv" },
};

/** A header takes ASCII only, and a file system no slashes. */
const fileNameOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/[^\w -]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .slice(0, 60) || "quiz";

export function quizRoutes(box: Container) {
  const { quizzes } = box;
  const app = new Hono<ApiEnv>();

  app.get("/quizzes", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    return c.json({ quizzes: await quizzes.list(host.value.hostId) });
  });

  app.post("/quizzes", maxBody(quizBytes), async (c) => {
    const host = await chargedHost(c, box, "importFile");
    if (host instanceof Response) return host;
    const quiz = await readJson(c, saveQuizSchema);
    if (!quiz.ok) return refusal(c, quiz.error);
    const fault = await mediaFault(box.media, host.hostId, quiz.value);
    if (fault) return refusal(c, fault);
    return c.json({ quizId: await quizzes.save(host.hostId, quizWithOwnIds(quiz.value)) }, 201);
  });

  app.get("/quizzes/:quizId", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    const quiz = await quizzes.load(host.value.hostId, c.req.param("quizId"));
    return quiz ? c.json({ quiz }) : refusedWith(c, "NOT_FOUND", "You have no such quiz.");
  });

  app.put("/quizzes/:quizId", maxBody(quizBytes), async (c) => {
    const host = await chargedHost(c, box, "importFile");
    if (host instanceof Response) return host;
    const quiz = await readJson(c, saveQuizSchema);
    if (!quiz.ok) return refusal(c, quiz.error);
    const quizId = c.req.param("quizId");
    if (!(await quizzes.load(host.hostId, quizId)))
      return refusedWith(c, "NOT_FOUND", "You have no such quiz.");
    const fault = await mediaFault(box.media, host.hostId, quiz.value);
    if (fault) return refusal(c, fault);
    return c.json({ quizId: await quizzes.save(host.hostId, quizWithOwnIds(quiz.value), quizId) });
  });

  app.get("/quizzes/:quizId/export", async (c) => {
    const host = await chargedHost(c, box, "exportResults");
    if (host instanceof Response) return host;
    const format = c.req.query("format") ?? "json";
    const writer = quizWriters[format as keyof typeof quizWriters];
    if (!Object.hasOwn(quizWriters, format))
      return refusedWith(c, "BAD_REQUEST", `There is no format "${format.slice(0, 20)}": json, gift or csv.`);
    const quiz = await quizzes.load(host.hostId, c.req.param("quizId"));
    if (!quiz) return refusedWith(c, "NOT_FOUND", "You have no such quiz.");
    c.header("Content-Type", `${writer.type}; charset=utf-8`);
    c.header("Content-Disposition", `attachment; filename="${fileNameOf(quiz.title)}.${writer.extension}"`);
    c.header("Cache-Control", "no-store");
    return c.body(writer.write(quiz));
  });

  app.delete("/quizzes/:quizId", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    await quizzes.remove(host.value.hostId, c.req.param("quizId"));
    return c.body(null, 204);
  });

  app.post("/imports", maxBody(importBytes), async (c) => {
    const host = await chargedHost(c, box, "importFile");
    if (host instanceof Response) return host;
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    const filename = (c.req.query("filename") ?? "questions").slice(0, 200);
    const read = importQuestions(bytes, { filename, newId });
    return c.json(await withoutMissingMedia(box.media, host.hostId, read));
  });

  return app;
}
