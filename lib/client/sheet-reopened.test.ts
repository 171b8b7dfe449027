/** A change that came after the lock, and the lock is taken back: it goes out by itself, once, and over nobody's words. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnswerReply, AnswerValue, SubmitAnswer } from "@/lib/contracts/answers";
import { noPlayerState, openPlayerSession, type PlayerState } from "./player-session";
import { createSheetOutbox } from "./sheet-outbox";
import { createSnapshot } from "./store";
import { choice, FakeStorage, io, openVenue, pass } from "./test-venue";

vi.mock("socket.io-client", () => ({ io: (options: Parameters<typeof io>[0]) => io(options) }));

const text = (said: string): AnswerValue => ({ kind: "text", text: said });
const tooLate: AnswerReply = { ok: false, code: "QUESTION_CLOSED", message: "Too late." };

/** A phone whose sheet has "Lju" stored at revision 0; replies take 100 ms. */
async function openOutbox() {
  const storage = new FakeStorage();
  const sent: SubmitAnswer[] = [];
  const house = { isOpen: true, stored: null as (SubmitAnswer & { revision: number }) | null };
  function store(answer: SubmitAnswer): AnswerReply {
    if (!house.isOpen) return tooLate;
    const { stored } = house;
    if (stored && answer.revision !== stored.revision)
      return {
        ok: false,
        code: "ANSWER_CHANGED",
        message: "",
        stored: stored.value,
        revision: stored.revision,
      };
    house.stored = { ...answer, revision: (stored?.revision ?? -1) + 1 };
    return { ok: true, ...answer, revision: house.stored.revision };
  }
  let ids = 0;
  const outbox = createSheetOutbox("s1", {
    storage: { get: storage.getItem, set: storage.setItem, remove: storage.removeItem },
    async send(answer) {
      sent.push(answer);
      const reply = store(answer);
      await new Promise((wake) => setTimeout(wake, 100));
      return reply;
    },
    newId: () => `submission-${++ids}`,
    monotonicNow: () => performance.now(),
    setTimer: (run, ms) => setTimeout(run, ms),
    clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: () => 0,
    onChange: () => undefined,
  });
  outbox.opened(["q1"]);
  outbox.change("q1", text("Lju"), null);
  await pass(100);
  const lock = () => {
    house.isOpen = false;
    outbox.opened([]);
  };
  const undo = () => {
    house.isOpen = true;
    outbox.opened(["q1"]);
  };
  return { outbox, sent, house, lock, undo };
}

describe("at the outbox", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("a change refused at the lock is sent when the lock is taken back", async () => {
    const { outbox, sent, house, lock, undo } = await openOutbox();
    lock();
    outbox.change("q1", text("Ljubljana"), 0);
    await pass(100);
    expect(outbox.entry("q1").refusal).toMatchObject({ code: "QUESTION_CLOSED", value: text("Ljubljana") });
    undo();
    expect(outbox.entry("q1")).toMatchObject({ sending: { value: text("Ljubljana") }, refusal: null });
    expect(outbox.missed()).toBeNull();
    await pass(100);
    expect(sent).toHaveLength(3);
    expect(house.stored).toMatchObject({ value: text("Ljubljana"), revision: 1 });
    expect(outbox.entry("q1")).toMatchObject({ stored: { value: text("Ljubljana") }, sending: null });
  });

  test("a view that is behind the lock sends nothing again and again", async () => {
    const { outbox, sent, house } = await openOutbox();
    house.isOpen = false;
    outbox.change("q1", text("Ljubljana"), 0);
    await pass(100);
    for (let view = 0; view < 5; view++) {
      outbox.opened(["q1"]);
      await pass(100);
    }
    expect(sent).toHaveLength(2);
    expect(outbox.entry("q1").refusal).not.toBeNull();
  });

  test("the lock is taken back while the refusal is on its way: one more try, no more", async () => {
    const { outbox, sent, house, lock, undo } = await openOutbox();
    lock();
    outbox.change("q1", text("Ljubljana"), 0);
    await pass(50);
    undo();
    house.isOpen = false;
    await pass(50);
    expect(outbox.entry("q1").sending?.value).toEqual(text("Ljubljana"));
    await pass(10_000);
    expect(sent).toHaveLength(3);
    expect(outbox.entry("q1").refusal?.code).toBe("QUESTION_CLOSED");
  });

  test("a team mate was quicker: it is not overwritten, and this phone's words wait for the player", async () => {
    const { outbox, house, lock, undo } = await openOutbox();
    lock();
    outbox.change("q1", text("Ljubljana"), 0);
    await pass(100);
    const theirs = { questionId: "q1", submissionId: "theirs", value: text("Zagreb"), revision: 1 };
    house.stored = theirs;
    outbox.seen(theirs);
    undo();
    await pass(100);
    expect(house.stored).toBe(theirs);
    expect(outbox.entry("q1")).toMatchObject({
      stored: { value: text("Zagreb"), isMine: false },
      lost: text("Ljubljana"),
      refusal: null,
    });
  });

  test("the team has the same words by now: nothing is sent, and no refusal is left", async () => {
    const { outbox, sent, lock, undo } = await openOutbox();
    lock();
    outbox.change("q1", text("Ljubljana"), 0);
    await pass(100);
    outbox.seen({ questionId: "q1", value: text("Ljubljana"), revision: 1 });
    undo();
    await pass(100);
    expect(sent).toHaveLength(2);
    expect(outbox.entry("q1")).toMatchObject({ sending: null, refusal: null, lost: null });
  });

  test("what can never count is not tried again", async () => {
    const { outbox, sent, lock, undo } = await openOutbox();
    outbox.change("q1", text("Ljubljana"), 0);
    outbox.refuseAll({ code: "SEAT_REMOVED", message: "" });
    lock();
    undo();
    await pass(1_000);
    expect(sent).toHaveLength(2);
    expect(outbox.entry("q1").refusal?.code).toBe("SEAT_REMOVED");
  });
});

describe("over the whole line", () => {
  let world: ReturnType<typeof openVenue>;
  const snapshot = createSnapshot<PlayerState>(noPlayerState);
  let phone: ReturnType<typeof openPlayerSession>;
  beforeEach(() => {
    world = openVenue();
    world.venue.sheet = ["q1", "q2"];
    world.venue.questionId = "q2";
    phone = openPlayerSession("s1", snapshot);
  });
  afterEach(() => {
    phone.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test.each([false, true])(
    "kept offline, refused at the lock, saved after the undo (WebSocket blocked: %s)",
    async (blocked) => {
      world.venue.socketsBlocked = blocked;
      await pass(1_500);
      phone.changeAnswer("q1", choice("a"), null);
      await pass(100);
      world.venue.network = "down";
      phone.changeAnswer("q1", choice("b"), 0);
      await pass(2_500);
      expect(phone.sheetEntry("q1").sending?.status).toBe("kept");
      world.venue.sheet = [];
      world.venue.publish();
      world.venue.network = "up";
      world.window.dispatchEvent(new Event("online"));
      await pass(10_000);
      expect(phone.sheetEntry("q1").refusal).toMatchObject({ code: "QUESTION_CLOSED", value: choice("b") });
      world.venue.sheet = ["q1", "q2"];
      world.venue.publish();
      await pass(3_000);
      expect(phone.sheetEntry("q1")).toMatchObject({
        stored: { value: choice("b"), revision: 1 },
        sending: null,
        refusal: null,
      });
      expect(world.venue.answers.get("q1")?.value).toEqual(choice("b"));
    },
  );
});
