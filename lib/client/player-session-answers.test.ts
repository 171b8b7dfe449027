import { describe, expect, test, vi } from "vitest";
import { outboxKey } from "./outbox";
import { networkReturns, openPhone, shown, world } from "./player-session.test-support";
import { choice, htmlResponse, pass } from "./test-venue";

vi.mock("socket.io-client", () => import("./test-venue"));

describe("answers", () => {
  test("CON-09 nothing is buffered while offline: the late answer goes out by its question, is refused and said", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of world.venue.open) socket.lose();
    phone.submitAnswer("q1", choice("b"));
    await pass(2_000);
    expect(phone.answerState("q1")?.status).toBe("kept");
    expect(world.venue.socketSent).toEqual([]);
    world.venue.ask("q2");
    networkReturns();
    await pass(500);
    expect(shown(phone)).toBe("q2");
    expect([...world.venue.answers.keys()]).toEqual([]);
    expect(phone.answerState("q2")).toBeNull();
    expect(phone.answerState("q1")).toMatchObject({
      status: "refused",
      refusal: { code: "QUESTION_CLOSED" },
    });
    expect(phone.missedAnswer()).toMatchObject({ questionId: "q1" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("an acknowledgement that is lost: the same submission goes down the other road, and counts once", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.losesAcks = true;
    world.venue.loses = (event) => event === "view:me";
    phone.submitAnswer("q1", choice("b"));
    await pass(1_900);
    expect(phone.answerState("q1")?.status).toBe("sending");
    await pass(300);
    expect(phone.answerState("q1")?.status).toBe("saved");
    const sent = [
      ...world.venue.socketSent.map(({ payload }) => payload),
      ...world.venue.requests.filter(({ path }) => path.endsWith("/answers")).map(({ body }) => body),
    ];
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
  });

  test("an answer that the view shows is saved, acknowledged or not", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.losesAcks = true;
    phone.submitAnswer("q1", choice("b"));
    await pass(100);
    expect(phone.answerState("q1")?.status).toBe("saved");
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 two tabs on one seat: one storage key, both answers kept, the first counts, both show it", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of [...world.venue.open]) socket.lose();
    left.submitAnswer("q1", choice("a"));
    // a storage event goes to the other tabs; here it is late
    right.submitAnswer("q1", choice("b"));
    const keys = [...world.storage.values.keys()].filter((key) => key.includes("outbox"));
    expect(keys).toEqual([outboxKey("s1")]);
    const kept = JSON.parse(world.storage.values.get(outboxKey("s1")) ?? "[]");
    expect(kept.map((entry: { value: unknown }) => entry.value)).toEqual([choice("a"), choice("b")]);
    await pass(1_000);
    networkReturns();
    await pass(5_000);
    expect(world.venue.answers.size).toBe(1);
    const counted = world.venue.answers.get("q1")?.value;
    for (const tab of [left, right])
      expect(tab.answerState("q1")).toEqual({ value: counted, status: "saved" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 a tab closed with an answer on its way: the other tab shows it and brings it in", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of [...world.venue.open]) socket.lose();
    left.submitAnswer("q1", choice("a"));
    world.window.dispatchEvent(Object.assign(new Event("storage"), { key: outboxKey("s1") }));
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "kept" });
    left.close();
    await pass(1_000);
    networkReturns();
    await pass(3_000);
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });

  test("CON-11 an answer saved in one tab is shown in the other", async () => {
    const left = openPhone();
    const right = openPhone();
    await pass(100);
    left.submitAnswer("q1", choice("a"));
    await pass(100);
    for (const tab of [left, right])
      expect(tab.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
    right.submitAnswer("q1", choice("b"));
    await pass(100);
    expect(world.venue.answers.get("q1")?.value).toEqual(choice("a"));
    expect(right.answerState("q1")).toEqual({ value: choice("a"), status: "saved" });
  });

  test("an answer outlives a reload, and is sent when a road opens, not at the next change", async () => {
    const before = openPhone();
    await pass(100);
    world.venue.network = "down";
    for (const socket of world.venue.open) socket.lose();
    before.submitAnswer("q1", choice("b"));
    await pass(50);
    before.close();
    world.venue.network = "up";
    world.venue.socketsBlocked = true;
    const after = openPhone();
    expect(after.answerState("q1")?.status).toBe("kept");
    await pass(200);
    expect(after.answerState("q1")?.status).toBe("saved");
  });
});

describe("the end of the line", () => {
  test.each(["SEAT_REMOVED", "SEAT_BANNED"] as const)("%s is said at once on the socket", async (code) => {
    const phone = openPhone();
    await pass(100);
    world.venue.revoke(code);
    await pass(50);
    expect(phone.state().refusal?.code).toBe(code);
  });

  test.each(["SEAT_REMOVED", "SEAT_BANNED"] as const)(
    "%s is said at once to a waiting poll that merely ends: the next one is not put off",
    async (code) => {
      world.venue.socketsBlocked = true;
      const phone = openPhone();
      await pass(5_000);
      world.venue.revoke(code);
      await pass(200);
      expect(phone.state().refusal?.code).toBe(code);
      const asked = world.venue.requests.length;
      await pass(60_000);
      expect(world.venue.requests).toHaveLength(asked);
    },
  );

  test("a revoked seat whose message was lost is heard of when the server closes the socket", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.loses = (event) => event === "seat:revoked";
    world.venue.revoke("SEAT_REMOVED");
    for (const socket of [...world.venue.open]) socket.lose();
    await pass(100);
    expect(phone.state().refusal?.code).toBe("SEAT_REMOVED");
  });

  test("SESSION_ENDED (410) is final: said, and nothing is asked again", async () => {
    world.venue.socketsBlocked = true;
    const phone = openPhone();
    await pass(100);
    world.venue.revoke("SESSION_ENDED");
    await pass(200);
    expect(phone.state().refusal?.code).toBe("SESSION_ENDED");
    const asked = world.venue.requests.length;
    await pass(60_000);
    expect(world.venue.requests).toHaveLength(asked);
  });

  test("answers of a seat that is gone are refused with its reason, and do not wait for the next seat", async () => {
    const phone = openPhone();
    await pass(100);
    world.venue.intercept = (path) => (path.endsWith("/answers") ? htmlResponse(502) : null);
    for (const socket of world.venue.open) socket.lose();
    world.venue.socketsBlocked = true;
    phone.submitAnswer("q1", choice("a"));
    await pass(500);
    expect(phone.answerState("q1")?.status).toBe("kept");
    world.venue.revoke("SEAT_REMOVED");
    await pass(2_000);
    expect(phone.answerState("q1")).toMatchObject({ status: "refused", refusal: { code: "SEAT_REMOVED" } });
    expect(world.storage.values.has(outboxKey("s1"))).toBe(false);
  });
});
