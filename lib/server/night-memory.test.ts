/** What a night's answers leave in memory, counted in bytes after a collection; what the process holds says `npm run bench`. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { submitAnswerSchema } from "@/lib/contracts/answers";
import type { Quiz } from "@/lib/contracts/quiz";
import { openTestApp, type TestApp } from "./test-app";

const teams = 250;
const questions = 40;
/** by then the code is compiled and what is made once is made */
const countedFrom = 10;
/**
 * 200 to 225 were measured: an object (88 bytes), the phone's id of it (32), its places among the answers and the scores
 * (some 40), its acknowledgement's time in the room panel (16 to 24); compiled code is the rest. Kept in three objects of its
 * own with its score in a fourth, it was 520.
 */
const mostBytesPerAnswer = 300;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ ROOM_SIZE: String(teams) });
});
afterAll(() => app.close());

const quiz: Quiz = {
  title: "A long night",
  rounds: [
    {
      id: "round-1",
      title: "One round",
      questions: Array.from({ length: questions }, (_, index) => ({
        id: `question-${index}`,
        type: "single" as const,
        text: `Question ${index + 1}: which one is red?`,
        points: 10,
        timeLimitSeconds: 120,
        explanation: null,
        hostNotes: null,
        choices: ["Rust", "Snow", "Coal", "Grass"].map((text, at) => ({
          id: `question-${index}-${at}`,
          text,
          correct: at === 0,
        })),
      })),
    },
  ],
};

async function heapUsed(): Promise<number> {
  // what ends in this turn of the event loop, and in the timers of the answers' news, is still held
  await new Promise((wake) => setTimeout(wake, 300));
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

test("a night's answers take no more memory than they need, question by question", async () => {
  const { service } = app.box;
  const { sessionId, pin } = await app.startSession(await app.signIn(), quiz);
  const room = await service.findRoom(sessionId);
  if (!room) throw new Error("no room");
  for (let number = 0; number < teams; number++) await app.join(pin, `Team ${number}`);
  const press = async () => {
    const done = await service.command(
      room,
      { type: "advance", basedOn: room.state.version },
      room.stored.hostId,
    );
    if (!done.ok) throw new Error(done.error.code);
    // every phone is shown what there is now
    for (const seat of room.activeSeats()) room.playerBody(seat, Date.now(), 0);
  };
  await press();

  let before = 0;
  for (const [index, question] of (room.state.quiz.rounds[0]?.questions ?? []).entries()) {
    if (index === countedFrom) before = await heapUsed();
    await press();
    const replies = await Promise.all(
      room.activeSeats().map((seat, number) => {
        const choice = "choices" in question ? question.choices[number % 4] : undefined;
        // as text, which it comes in: each phone sends its own copy of every id
        const message = JSON.stringify({
          questionId: question.id,
          submissionId: `${String(number).padStart(8, "0")}-${index}`.padEnd(16, "0"),
          value: { kind: "choice", choiceId: choice?.id },
        });
        return service.submitAnswer(
          room,
          seat,
          submitAnswerSchema.parse(JSON.parse(message)),
          Date.now(),
          "phone",
        );
      }),
    );
    expect(replies.every(({ ok }) => ok)).toBe(true);
    await press();
  }
  const answers = teams * (questions - countedFrom);
  const bytesPerAnswer = ((await heapUsed()) - before) / answers;
  expect([...room.answers.values()].reduce((sum, given) => sum + given.size, 0)).toBe(teams * questions);
  // less than the answers themselves would say that nothing was measured
  expect(bytesPerAnswer).toBeGreaterThan(80);
  expect(bytesPerAnswer).toBeLessThan(mostBytesPerAnswer);
}, 90_000);
