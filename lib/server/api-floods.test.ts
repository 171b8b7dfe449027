import { describe, expect, test } from "vitest";
import { smallQuiz } from "@/lib/store/test-store";
import { expectRefusal } from "./api.test-support";
import { openTestApp } from "./test-app";

describe("limits that a flood of parallel requests must not slip past", () => {
  test("two hundred wrong PINs at once: the bucket's sixty are tried and a handful more", async () => {
    const own = await openTestApp();
    try {
      const replies = await Promise.all(
        Array.from({ length: 200 }, () => own.request("POST", "/api/lookup", { body: { pin: "999999" } })),
      );
      const tried = replies.filter(({ status }) => status === 404).length;
      expect(tried).toBeGreaterThanOrEqual(60);
      expect(tried).toBeLessThan(70);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(200 - tried);
    } finally {
      await own.close();
    }
  });

  test("a seated phone that reloads by PIN passes while a stranger's wrong guesses hold the bucket", async () => {
    const own = await openTestApp();
    try {
      const { pin } = await own.startSession(await own.signIn(), smallQuiz);
      const { token } = await own.join(pin, "Reloaders");
      await Promise.all(
        Array.from({ length: 100 }, () => own.request("POST", "/api/lookup", { body: { pin: "999999" } })),
      );
      expect((await own.request("POST", "/api/lookup", { body: { pin } })).status).toBe(429);
      expect((await own.request("POST", "/api/lookup", { token, body: { pin } })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  test("names that can never be a seat cost the room nothing, and a host beside a stranger's flood is not refused", async () => {
    const own = await openTestApp({ ROOM_SIZE: "10" });
    try {
      const host = await own.signIn();
      const { sessionId, pin } = await own.startSession(host, smallQuiz);
      for (let n = 0; n < 40; n++) {
        const found = await own.request<{ deviceToken: string }>("POST", "/api/lookup", { body: { pin } });
        const reply = await own.request("POST", `/api/sessions/${sessionId}/join`, {
          token: found.json.deviceToken,
          body: { name: "" },
        });
        expectRefusal(reply, 422, "NAME_EMPTY");
      }
      expect((await own.join(pin, "Honest")).name).toBe("Honest");
      // a busy machine sends too slowly over HTTP to take more than comes back
      while ((await own.box.limiter.check([{ policy: "global", key: "127.0.0.1" }])).ok);
      for (let n = 0; n < 10; n++)
        expect((await own.request("GET", `/api/sessions/${sessionId}/host`, { cookie: host })).status).toBe(
          200,
        );
    } finally {
      await own.close();
    }
  });
});
