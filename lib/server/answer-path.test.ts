/** What must not grow with the room, by counting; how fast it is says `npm run bench`. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SubmitAnswer } from "@/lib/contracts/answers";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp, type TestSocket } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp({ ROOM_SIZE: "100" });
  cookie = await app.signIn();
});
afterAll(() => app.close());

const announcedMs = 1_700;
const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));
/** Words of the first question: whatever serialises the shared part writes them. */
const marker = "Which one is red?";

/** One question from its opening to its reveal, each answer sent twice, on `count` phones. */
async function playQuestion(count: number) {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const phones: TestSocket[] = [];
  let heard = 0;
  for (let number = 0; number < count; number++) {
    const { token } = await app.join(pin, `Team ${number}`);
    // every other one is the page's own, which takes changes; the rest take whole views
    const phone = app.socket({ sessionId, role: "player", token, ...(number % 2 ? { changes: true } : {}) });
    phone.onAny(() => {
      heard += 1;
    });
    phones.push(phone);
    await new Promise<void>((done, fail) => {
      phone.on("connect", done);
      phone.on("connect_error", fail);
      phone.connect();
    });
  }
  const room = await app.box.service.findRoom(sessionId);
  if (!room) throw new Error("no room");
  const press = async () => {
    const order = { type: "advance" as const, basedOn: room.state.version };
    const done = await app.box.service.command(room, order, room.stored.hostId);
    if (!done.ok) throw new Error(done.error.code);
  };
  await press();
  await sleep(announcedMs);

  const [question] = room.state.quiz.rounds[0]?.questions ?? [];
  if (question?.type !== "single") throw new Error("not the question meant");
  heard = 0;
  let serialised = 0;
  const stringify = JSON.stringify;
  const watch = vi.spyOn(JSON, "stringify").mockImplementation((...args: unknown[]) => {
    const text = stringify(...(args as Parameters<typeof stringify>));
    if (text?.includes(marker)) serialised += 1;
    return text;
  });
  await press();
  await sleep(announcedMs);
  const statements = vi.spyOn(app.box.store, "query");
  const replies = await Promise.all(
    phones.flatMap((phone, number) => {
      const answer: SubmitAnswer = {
        questionId: question.id,
        submissionId: `tap-${String(number).padStart(8, "0")}`,
        value: { kind: "choice", choiceId: question.choices[0]?.id ?? "" },
      };
      return [phone, phone].map((socket) => socket.timeout(10_000).emitWithAck("answer:submit", answer));
    }),
  );
  const inserts = statements.mock.calls.filter(([sql]) => sql.includes('INSERT INTO "Answer"')).length;
  statements.mockRestore();
  await sleep(200);
  await press();
  await sleep(announcedMs);
  watch.mockRestore();

  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  expect(await app.box.store.prisma.answer.count({ where: { sessionId } })).toBe(count);
  for (const phone of phones) phone.disconnect();
  return { inserts, serialised, messagesPerPhone: heard / count };
}

test("a phone's messages, the statements of a burst and the serialised views do not grow with the room", async () => {
  const small = await playQuestion(10);
  const large = await playQuestion(40);
  // the question and its reveal, each named once more; what is stored stands in the acknowledgement
  expect(small.messagesPerPhone).toBe(4);
  expect(large.messagesPerPhone).toBe(4);
  // a few for what came while the first was under way, never one per answer
  expect(large.inserts).toBeLessThanOrEqual(10);
  expect(large.inserts).toBeLessThan(small.inserts * 3);
  // the state that is saved, the history and the shared part: once a step, whoever listens
  expect(large.serialised).toBeLessThanOrEqual(small.serialised);
});
