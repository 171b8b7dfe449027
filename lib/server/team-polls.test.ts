/** A large team on one sheet whose phones all poll: what its own writing costs it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnswerReply } from "@/lib/contracts/answers";
import type { LookupReply } from "@/lib/contracts/http";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { sheetQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const phones = 12;
const writeEveryMs = 150;
const writes = 20;
const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));

test.each([
  { roundTripMs: 0, name: "a quick WiFi" },
  { roundTripMs: 120, name: "a slow one, where the next change comes while a poll is on its way" },
])(
  "twelve phones of a seat that write without end poll twice a second each, and see the last word: $name",
  async ({ roundTripMs }) => {
    const cookie = await app.signIn();
    const { sessionId, pin } = await app.startSession(cookie, sheetQuiz);
    const path = `/api/sessions/${sessionId}`;
    const first = await app.join(pin, "Large");
    const tokens = [first.token];
    while (tokens.length < phones) {
      const { deviceToken } = (await app.request<LookupReply>("POST", "/api/lookup", { body: { pin } })).json;
      const body = { seatCode: first.seatCode };
      expect((await app.request("POST", `${path}/reclaim`, { token: deviceToken, body })).status).toBe(200);
      tokens.push(deviceToken);
    }
    const order = app.orders(cookie, sessionId);
    for (let step = 0; step < 2; step++) await order({ type: "advance" });
    const questionId = (await order({ type: "advance" })).question?.id ?? "";

    const polls: number[] = tokens.map(() => 0);
    const statuses = new Set<number>();
    const sawLastAt: number[] = [];
    const lastWord = `word ${writes - 1}`;
    const follow = async (token: string, phone: number) => {
      let { cursor } = (await app.request<Envelope<PlayerView>>("GET", `${path}/view`, { token })).json;
      while (sawLastAt[phone] === undefined) {
        const query = `since=${encodeURIComponent(cursor)}&wait=5`;
        polls[phone] = (polls[phone] ?? 0) + 1;
        const reply = await app.request<Envelope<PlayerView>>("GET", `${path}/view?${query}`, { token });
        statuses.add(reply.status);
        if (reply.status === 200) {
          cursor = reply.json.cursor;
          if (reply.text.includes(lastWord)) sawLastAt[phone] = performance.now();
        }
        await pause(roundTripMs);
      }
    };
    const following = Promise.all(tokens.map(follow));
    await pause(200);
    const from = performance.now();
    let lastWrittenAt = 0;
    let revision: number | undefined;
    for (let n = 0; n < writes; n++) {
      await pause(Math.max(0, from + n * writeEveryMs - performance.now()));
      const body = {
        questionId,
        submissionId: `submission ${n}`,
        value: { kind: "text", text: `word ${n}` },
        revision,
      };
      const token = tokens[n % phones];
      const saved = await app.request<AnswerReply>("POST", `${path}/answers`, { token: token ?? "", body });
      if (!saved.json.ok) throw new Error(saved.text);
      revision = saved.json.revision;
      lastWrittenAt = performance.now();
    }
    await following;
    const seconds = (performance.now() - from) / 1_000;
    expect(statuses).toEqual(new Set([200]));
    // the first and the last wake stand outside the rate
    expect(Math.max(...polls)).toBeLessThanOrEqual(2 * seconds + 2);
    expect(Math.min(...polls)).toBeGreaterThan(2);
    // measured: 160 ms; at the most half a second, a poll on its way and what a busy machine adds. A wait that nobody ends is 5 s
    expect(Math.max(...sawLastAt) - lastWrittenAt).toBeLessThan(1_500);
  },
  30_000,
);
