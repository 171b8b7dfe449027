import { afterAll, beforeAll, expect, test } from "vitest";
import { applyEvents } from "@/lib/game/evolve";
import type { GameEvent, SessionState } from "@/lib/game/state";
import { type SessionRepository, sessionRepository } from "./session-repository";
import type { Store } from "./store";
import { addHost, addSession, openTestStore } from "./test-store";

let store: Store;
let sessions: SessionRepository;

beforeAll(async () => {
  store = await openTestStore();
  sessions = sessionRepository(store);
});
afterAll(() => store.close());

const eventsOf = (sessionId: string) =>
  store.prisma.sessionEvent.findMany({ where: { sessionId }, orderBy: { id: "asc" } });
const save = (state: SessionState, events: GameEvent[], hostId: string) =>
  sessions.save({ next: applyEvents(state, events), events, hostId, now: 1 });

test("HST-06: of two saves of one version the second is false and writes no event", async () => {
  const { sessionId, hostId, state } = await addSession(store);
  expect(await save(state, [{ type: "joinLockSet", locked: true }], hostId)).toBe(true);
  expect(await save(state, [{ type: "roundIntroduced", roundIndex: 0 }], hostId)).toBe(false);
  expect((await sessions.load(sessionId))?.state).toEqual(
    applyEvents(state, [{ type: "joinLockSet", locked: true }]),
  );
  expect(await eventsOf(sessionId)).toMatchObject([{ type: "joinLockSet", version: 1, hostId }]);
});

test("HST-06: twenty saves in the same instant advance once", async () => {
  const { sessionId, hostId, state } = await addSession(store);
  const saved = await Promise.all(
    Array.from({ length: 20 }, () => save(state, [{ type: "roundIntroduced", roundIndex: 0 }], hostId)),
  );
  expect(saved.filter(Boolean)).toHaveLength(1);
  expect(await eventsOf(sessionId)).toHaveLength(1);
  expect((await sessions.versions([sessionId])).get(sessionId)).toBe(1);
});

test("the columns that open a question follow the state", async () => {
  const { sessionId, hostId, state } = await addSession(store);
  const columns = () =>
    store.prisma.session.findUniqueOrThrow({
      where: { id: sessionId },
      select: { phase: true, openQuestionIds: true, closesAt: true },
    });
  const opened: GameEvent[] = [
    { type: "roundIntroduced", roundIndex: 0 },
    { type: "questionOpened", roundIndex: 0, questionIndex: 0, opensAt: 1000, closesAt: 31_000 },
  ];
  await save(state, opened, hostId);
  expect(await columns()).toEqual({ phase: "question", openQuestionIds: ["q1"], closesAt: 31_000n });
  await save(applyEvents(state, opened), [{ type: "questionLocked", at: 2000, by: "host" }], hostId);
  expect(await columns()).toEqual({ phase: "locked", openQuestionIds: [], closesAt: null });
});

test("a sheet opens every question asked, until the host locks", async () => {
  const { sessionId } = await addSession(store, { sheet: true });
  const row = await store.prisma.session.findUniqueOrThrow({ where: { id: sessionId } });
  expect(row).toMatchObject({ openQuestionIds: ["q1", "q2"], closesAt: null });
});

test("a night saved before there were corrections loads with none", async () => {
  const { sessionId, state } = await addSession(store);
  const { marks, overrides, adjustments, voidedQuestionIds, ...older } = state;
  await store.prisma.session.update({ where: { id: sessionId }, data: { state: older as never } });
  expect((await sessions.load(sessionId))?.state).toEqual(state);
});

test("a PIN is unique among live sessions and free again after the end", async () => {
  const hostId = await addHost(store);
  const { sessionId, state } = await addSession(store, { hostId, pin: "407189" });
  expect(await sessions.findByPin("407189")).toBe(sessionId);
  await expect(addSession(store, { hostId, pin: "407189" })).rejects.toThrow("pinTaken");
  expect(await save(state, [{ type: "sessionFinished", at: 5 }], hostId)).toBe(true);
  expect(await sessions.findByPin("407189")).toBe(null);
  expect(await sessions.liveSessionIds()).not.toContain(sessionId);
  const next = await addSession(store, { hostId, pin: "407189" });
  expect(await sessions.findByPin("407189")).toBe(next.sessionId);
});

test("a host sees own sessions only", async () => {
  const mine = await addSession(store);
  const other = await addSession(store);
  expect((await sessions.listByHost(mine.hostId)).map(({ sessionId }) => sessionId)).toEqual([
    mine.sessionId,
  ]);
  expect((await sessions.listByHost(other.hostId)).map(({ sessionId }) => sessionId)).toEqual([
    other.sessionId,
  ]);
});
