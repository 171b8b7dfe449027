/** From the host's file to phone and big screen, over the real API. */
import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MediaReply } from "@/lib/contracts/media";
import type { ImportResult, Quiz } from "@/lib/contracts/quiz";
import type { Envelope, PlayerView, ScreenView } from "@/lib/contracts/views";
import { playerViewSchema, screenViewSchema } from "@/lib/contracts/views";
import { exportJson } from "@/lib/formats/export-json";
import { chunkBytes } from "@/lib/store/media-repository";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "../test-app";
import { exifOf, hugePng, jpegOf, mp3Of, pngOf, text, wavOf } from "./sample-media.test-support";

let app: TestApp;
let cookie = "";
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const upload = (bytes: Uint8Array, o: { cookie?: string; headers?: Record<string, string> } = {}) =>
  app.request<MediaReply & { code?: string; message?: string }>("POST", "/api/media", {
    cookie: o.cookie ?? cookie,
    body: bytes,
    headers: { "content-type": "application/octet-stream", ...o.headers },
  });
async function uploaded(bytes: Uint8Array): Promise<MediaReply> {
  const reply = await upload(bytes);
  expect({ status: reply.status, message: reply.json.message }).toEqual({ status: 201, message: undefined });
  return reply.json;
}
async function fetched(mediaId: string, headers: Record<string, string> = {}, method = "GET") {
  const reply = await fetch(`${app.url}/media/${mediaId}`, { method, headers });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
}
const quizWith = (
  media: { mediaId: string; kind: "image" | "audio" | "video" },
  alt = "A lopsided W",
): Quiz => ({
  ...smallQuiz,
  rounds: smallQuiz.rounds.map((round) => ({
    ...round,
    questions: round.questions.map((question) => ({ ...question, media: { ...media, alt } })),
  })),
});

describe("POST /api/media", () => {
  test("takes a picture for a host, once, and says what it is whatever the sender says", async () => {
    const png = pngOf(5, 4);
    const reply = await upload(png, { headers: { "content-type": "text/html" } });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual({
      mediaId: expect.stringMatching(/^[\w-]{22}$/),
      kind: "image",
      contentType: "image/png",
      byteLength: png.length,
    });
    expect((await upload(png)).json.mediaId).toBe(reply.json.mediaId);
  });

  test("keeps nothing of a photo but the photo", async () => {
    const { mediaId } = await uploaded(Buffer.concat([jpegOf([exifOf(1)]), text("<script>")]));
    expect((await fetched(mediaId)).bytes).toEqual(jpegOf());
  });

  test.each<[string, () => Buffer, number, string, RegExp]>([
    [
      "a page with the ending of a picture",
      () => text("<html><script>"),
      422,
      "BAD_MEDIA",
      /Its name does not count/,
    ],
    ["a drawing", () => text("<svg onload='x'>"), 422, "BAD_MEDIA", /SVG/],
    ["half a picture", () => pngOf(9, 9).subarray(0, 60), 422, "BAD_MEDIA", /cut off/],
    ["a picture of 2.5 thousand million pixels", () => hugePng, 422, "BAD_MEDIA", /50000 × 50000/],
    [
      "a picture of more than 5 MB",
      () => Buffer.concat([pngOf(2, 2), Buffer.alloc(5 * 1024 * 1024)]),
      413,
      "BODY_TOO_LARGE",
      /Pictures may have 5 MB, and this one has 5\.1 MB/,
    ],
    [
      "a sound of more than 10 MB",
      () => Buffer.concat([mp3Of(), Buffer.alloc(10 * 1024 * 1024)]),
      413,
      "BODY_TOO_LARGE",
      /Sounds may have 10 MB/,
    ],
    [
      "more than any file may have",
      () => Buffer.alloc(25 * 1024 * 1024 + 1),
      413,
      "BODY_TOO_LARGE",
      /too large/,
    ],
    ["nothing", () => Buffer.alloc(0), 422, "BAD_MEDIA", /cut off/],
  ])("%s is refused with its reason", async (_name, bytes, status, code, words) => {
    const reply = await upload(bytes());
    expect({ status: reply.status, code: reply.json.code }).toEqual({ status, code });
    expect(reply.json.message).toMatch(words);
  });

  test("needs a host, and no other site can send one", async () => {
    expect((await upload(pngOf(2, 2), { cookie: "" })).json.code).toBe("UNAUTHENTICATED");
    const foreign = await upload(pngOf(2, 2), { headers: { origin: "https://elsewhere.example" } });
    expect(foreign.json.code).toBe("BAD_ORIGIN");
  });

  test("one host that uploads without end is stopped, and others are not", async () => {
    const [busy, calm] = [await app.signIn(), await app.signIn()];
    const png = pngOf(2, 2);
    let refused = 0;
    for (let n = 0; n < 80; n++) if ((await upload(png, { cookie: busy })).status === 429) refused += 1;
    expect(refused).toBeGreaterThan(0);
    expect((await upload(png, { cookie: calm })).status).toBe(201);
  });

  test("a sender that goes away half-way leaves nothing and blocks nobody", async () => {
    const before = await app.box.store.prisma.media.count();
    await Promise.all(
      Array.from(
        { length: 6 },
        () =>
          new Promise<void>((gone) => {
            const sending = httpRequest(`${app.url}/api/media`, {
              method: "POST",
              headers: { cookie, "content-length": 1_000_000 },
            });
            sending.on("error", () => gone());
            sending.on("close", () => gone());
            sending.write(pngOf(2, 2));
            setTimeout(() => sending.destroy(), 50);
          }),
      ),
    );
    expect((await upload(pngOf(7, 3))).status).toBe(201);
    expect(await app.box.store.prisma.media.count()).toBe(before + 1);
  });
});

describe("GET /media/:id", () => {
  const large = Buffer.concat([
    wavOf(1).subarray(0, 36),
    text("data"),
    Buffer.alloc(4),
    randomBytes(2 * chunkBytes + 77),
  ]);
  large.writeUInt32LE(large.length - 8, 4);
  large.writeUInt32LE(large.length - 44, 40);

  test("is the file, for good, and nothing that runs", async () => {
    const png = pngOf(6, 6);
    const { mediaId } = await uploaded(png);
    const reply = await fetched(mediaId);
    expect(reply.status).toBe(200);
    expect(reply.bytes).toEqual(png);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png.length),
      "cache-control": "private, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "accept-ranges": "bytes",
    });
    expect(reply.headers.has("content-disposition")).toBe(false);
    const again = await fetched(mediaId, { "if-none-match": reply.headers.get("etag") ?? "" });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test("gives any part of a sound, across chunks, as Safari asks for it", async () => {
    const { mediaId } = await uploaded(large);
    expect((await fetched(mediaId)).bytes.equals(large)).toBe(true);
    for (const [range, start, end] of [
      ["bytes=0-1", 0, 1],
      [`bytes=${chunkBytes - 3}-${chunkBytes + 3}`, chunkBytes - 3, chunkBytes + 3],
      [`bytes=${chunkBytes}-`, chunkBytes, large.length - 1],
      ["bytes=-100", large.length - 100, large.length - 1],
      ["bytes=10-99999999", 10, large.length - 1],
    ] as const) {
      const part = await fetched(mediaId, { range });
      expect(part.status).toBe(206);
      expect(part.headers.get("content-range")).toBe(`bytes ${start}-${end}/${large.length}`);
      expect(part.bytes.equals(large.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await fetched(mediaId, { range: "bytes=99999999-" });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${large.length}`]);
    const stale = await fetched(mediaId, { range: "bytes=0-1", "if-range": '"another"' });
    expect([stale.status, stale.bytes.length]).toEqual([200, large.length]);
    const head = await fetched(mediaId, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), head.bytes.length]).toEqual([
      200,
      String(large.length),
      0,
    ]);
  });

  test("an id nobody gave out is nothing, however it is written", async () => {
    for (const id of ["", "x", "../secret", "%00", "A".repeat(22), "A".repeat(5_000), "%E0%A4%A"])
      expect((await fetched(id)).status).toBe(404);
    expect((await fetched("A".repeat(22), {}, "POST")).status).toBe(404);
  });

  test("300 phones that load one picture ask the database once", async () => {
    const { mediaId } = await uploaded(pngOf(20, 20));
    const { store } = app.box;
    const query = store.query;
    let asked = 0;
    store.query = ((sql: string, params: unknown[]) => {
      if (sql.includes('FROM "MediaChunk"')) asked += 1;
      return query(sql, params);
    }) as typeof store.query;
    const replies = await Promise.all(Array.from({ length: 300 }, () => fetched(mediaId)));
    store.query = query;
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(300);
    expect(asked).toBe(1);
  });
});

describe("in a quiz", () => {
  test("only a host's own files can be named, and as what they are", async () => {
    const { mediaId } = await uploaded(pngOf(8, 8));
    const stranger = await app.signIn();
    const save = (quiz: Quiz, as = cookie) =>
      app.request<{ message?: string; quizId?: string }>("POST", "/api/quizzes", { cookie: as, body: quiz });
    expect((await save(quizWith({ mediaId, kind: "image" }))).status).toBe(201);
    for (const refused of [
      await save(quizWith({ mediaId, kind: "image" }), stranger),
      await save(quizWith({ mediaId, kind: "video" })),
      await save(quizWith({ mediaId: "A".repeat(22), kind: "image" })),
    ]) {
      expect(refused.status).toBe(400);
      expect(refused.json.message).toContain("question 1 in round 1");
    }
    expect((await save(quizWith({ mediaId: "../x", kind: "image" }))).status).toBe(400);
  });

  test("a file of one's own comes in with its pictures, one from elsewhere without and says so", async () => {
    const { mediaId } = await uploaded(pngOf(8, 9));
    const file = exportJson(quizWith({ mediaId, kind: "image" }));
    const read = async (as: string) =>
      (
        await app.request<ImportResult>("POST", "/api/imports?filename=a.json", {
          cookie: as,
          body: file,
          headers: { "content-type": "application/octet-stream" },
        })
      ).json;
    const own = await read(cookie);
    expect(own.problems).toEqual([]);
    expect(own.quiz?.rounds[0]?.questions[0]?.media).toEqual({ mediaId, kind: "image", alt: "A lopsided W" });
    const stranger = await app.signIn();
    const foreign = await read(stranger);
    expect(foreign.problems.map(({ code, severity, excerpt }) => [severity, code, excerpt])).toEqual([
      ["warning", "MEDIA_LEFT_OUT", "Which one is red?"],
      ["warning", "MEDIA_LEFT_OUT", "What barks?"],
    ]);
    expect(foreign.quiz?.rounds[0]?.questions.some(({ media }) => media)).toBe(false);
    expect((await app.request("POST", "/api/quizzes", { cookie: stranger, body: foreign.quiz })).status).toBe(
      201,
    );
  });
});

describe("on the night", () => {
  async function nightWith(media: MediaReply) {
    const { mediaId, kind } = media;
    const { sessionId, pin } = await app.startSession(cookie, quizWith({ mediaId, kind }));
    const phone = await app.join(pin, "The Lopsided");
    const order = app.orders(cookie, sessionId);
    const { screenPath } = await order({ type: "advance" });
    const token = new URL(screenPath, app.url).searchParams.get("token");
    const views = async () => {
      const player = await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, {
        token: phone.token,
      });
      const screen = await app.request<Envelope<ScreenView>>(
        "GET",
        `/api/sessions/${sessionId}/screen?token=${token}`,
      );
      return {
        phoneText: player.text,
        player: playerViewSchema.parse(player.json.view),
        screen: screenViewSchema.parse(screen.json.view),
      };
    };
    return { order, views };
  }

  test("a picture is on phone and big screen, and not before its question is asked", async () => {
    const media = await uploaded(pngOf(8, 10));
    const { order, views } = await nightWith(media);
    expect((await views()).phoneText).not.toContain(media.mediaId);
    await order({ type: "advance" });
    const { player, screen } = await views();
    const expected = { kind: "image", alt: "A lopsided W", mediaId: media.mediaId };
    expect(player.shared).toMatchObject({ phase: "question", question: { media: expected } });
    expect(screen.shared).toMatchObject({ question: { media: expected } });
    expect(screen.playing).toBeUndefined();
  });

  test("ANS-09 a sound is sent to the big screen alone: its file may say its own title", async () => {
    const media = await uploaded(mp3Of("Bohemian Rhapsody"));
    const { order, views } = await nightWith(media);
    expect((await views()).screen.playing).toBeUndefined();
    await order({ type: "advance" });
    const open = await views();
    expect(open.player.shared).toMatchObject({ question: { media: { kind: "audio", mediaId: null } } });
    expect(open.phoneText).not.toContain(media.mediaId);
    expect(open.screen.playing).toEqual({ mediaId: media.mediaId, kind: "audio" });
    await order({ type: "pause", minutes: 5 });
    expect((await views()).screen.playing).toBeUndefined();
    await order({ type: "resume" });
    await order({ type: "lockAndReveal" });
    const shown = await views();
    expect(shown.phoneText).not.toContain(media.mediaId);
    expect(shown.screen.playing).toEqual({ mediaId: media.mediaId, kind: "audio" });
    await order({ type: "showStandings" });
    expect((await views()).screen.playing).toBeUndefined();
  });
});
