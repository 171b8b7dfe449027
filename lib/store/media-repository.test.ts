import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Quiz } from "@/lib/contracts/quiz";
import { chunkBytes, mediaRepository } from "./media-repository";
import { quizRepository } from "./quiz-repository";
import type { Store } from "./store";
import { addHost, addSession, openTestStore, smallQuiz } from "./test-store";

let store: Store;
const plenty = { workspace: 100 * 1024 * 1024, house: 100 * 1024 * 1024 };
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const pictureOf = (bytes: Uint8Array) => ({ kind: "image" as const, contentType: "image/png", bytes });
async function saved(hostId: string, bytes: Uint8Array): Promise<string> {
  const reply = await mediaRepository(store, plenty).save(hostId, pictureOf(bytes));
  if ("full" in reply) throw new Error("no room");
  return reply.mediaId;
}
async function readAll(mediaId: string, byteLength: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let position = 0; position * chunkBytes < byteLength; position++) {
    const chunk = await mediaRepository(store, plenty).chunk(mediaId, position);
    if (!chunk) throw new Error("a chunk is missing");
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
const withPicture = (mediaId: string): Quiz => ({
  ...smallQuiz,
  rounds: smallQuiz.rounds.map((round) => ({
    ...round,
    questions: round.questions.map((question, index) =>
      index === 0
        ? { ...question, media: { mediaId, kind: "image" as const, alt: "A lopsided W" } }
        : question,
    ),
  })),
});
const mediaIn = (quiz: Quiz | null) => quiz?.rounds[0]?.questions.map(({ media }) => media);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

describe("a file in chunks", () => {
  test("comes back byte for byte, under an id of 128 bits", async () => {
    const hostId = await addHost(store);
    for (const length of [1, chunkBytes, chunkBytes * 2 + 5]) {
      const bytes = randomBytes(length);
      const mediaId = await saved(hostId, bytes);
      expect(mediaId).toMatch(/^[\w-]{22}$/);
      expect(await mediaRepository(store, plenty).find(mediaId)).toMatchObject({ byteLength: length });
      expect((await readAll(mediaId, length)).equals(bytes)).toBe(true);
    }
  });

  test("is there once a workspace, also when it comes twice at the same time", async () => {
    const [one, other] = [await addHost(store), await addHost(store)];
    // every host begins with a workspace, because it begins with sample quizzes
    await saved(one, randomBytes(3));
    const bytes = randomBytes(chunkBytes + 1);
    const ids = await Promise.all([saved(one, bytes), saved(one, bytes), saved(one, bytes)]);
    expect(new Set(ids).size).toBe(1);
    expect(await saved(other, bytes)).not.toBe(ids[0]);
    expect((await readAll(ids[0] ?? "", bytes.length)).equals(bytes)).toBe(true);
  });

  test("half a file is not shown, and the next upload of it fills it up", async () => {
    const hostId = await addHost(store);
    const bytes = randomBytes(chunkBytes + 1);
    const mediaId = await saved(hostId, bytes);
    await store.prisma.media.update({ where: { id: mediaId }, data: { isComplete: false } });
    await store.prisma.mediaChunk.deleteMany({ where: { mediaId, position: 1 } });
    const media = mediaRepository(store, plenty);
    expect(await media.find(mediaId)).toBeNull();
    expect((await media.ownKinds(hostId, [mediaId])).size).toBe(0);
    expect(await saved(hostId, bytes)).toBe(mediaId);
    expect((await readAll(mediaId, bytes.length)).equals(bytes)).toBe(true);
  });

  test("space: a host's is used up before the house's, and the same file again needs none", async () => {
    const [one, other] = [await addHost(store), await addHost(store)];
    const { _sum } = await store.prisma.media.aggregate({ _sum: { byteLength: true } });
    const media = mediaRepository(store, { workspace: 100, house: (_sum.byteLength ?? 0) + 150 });
    const first = pictureOf(randomBytes(80));
    expect(await media.save(one, first)).toHaveProperty("mediaId");
    expect(await media.save(one, pictureOf(randomBytes(30)))).toEqual({ full: "workspace" });
    expect(await media.save(one, first)).toHaveProperty("mediaId");
    expect(await media.save(other, pictureOf(randomBytes(80)))).toEqual({ full: "house" });
  });
});

describe("in a quiz", () => {
  test("a question keeps its picture and what it shows; it loses both when the file is removed", async () => {
    const hostId = await addHost(store);
    const mediaId = await saved(hostId, randomBytes(50));
    const quizzes = quizRepository(store);
    const quizId = await quizzes.save(hostId, withPicture(mediaId));
    const expected = { mediaId, kind: "image", alt: "A lopsided W" };
    expect(mediaIn(await quizzes.load(hostId, quizId))).toEqual([expected, undefined]);
    await store.prisma.media.delete({ where: { id: mediaId } });
    expect(mediaIn(await quizzes.load(hostId, quizId))).toEqual([undefined, undefined]);
  });

  test("it is the host's own or it is not known", async () => {
    const [one, other] = [await addHost(store), await addHost(store)];
    const mediaId = await saved(one, randomBytes(50));
    const media = mediaRepository(store, plenty);
    expect([...(await media.ownKinds(one, [mediaId]))]).toEqual([[mediaId, "image"]]);
    expect([...(await media.ownKinds(other, [mediaId]))]).toEqual([]);
  });
});

test("what no quiz and no night has used for 30 days is removed; what one uses stays however old it is", async () => {
  const hostId = await addHost(store);
  const media = mediaRepository(store, plenty);
  const [inQuiz, inNight, inNone] = [
    await saved(hostId, randomBytes(40)),
    await saved(hostId, randomBytes(41)),
    await saved(hostId, randomBytes(42)),
  ];
  await quizRepository(store).save(hostId, withPicture(inQuiz));
  const { sessionId, state } = await addSession(store, { hostId });
  const played = { ...state, quiz: withPicture(inNight) };
  await store.prisma.session.update({ where: { id: sessionId }, data: { state: played as object } });
  const there = async () =>
    (await Promise.all([inQuiz, inNight, inNone].map((id) => media.find(id)))).map((file) => file !== null);

  await media.removeUnused(inDays(29));
  expect(await there()).toEqual([true, true, true]);
  await media.removeUnused(inDays(31));
  expect(await there()).toEqual([true, true, false]);
  expect(await store.prisma.mediaChunk.count({ where: { mediaId: inNone } })).toBe(0);
  // the night is over: its picture has been used until a day ago
  await store.prisma.session.update({ where: { id: sessionId }, data: { endedAt: new Date() } });
  await media.removeUnused(inDays(60));
  expect(await there()).toEqual([true, true, false]);
  await media.removeUnused(inDays(62));
  expect(await there()).toEqual([true, false, false]);
});
