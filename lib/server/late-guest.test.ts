/** A team that joins while places are on show: every table has it, on both roads, without a new version. */
import { expect, test, vi } from "vitest";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

/** A night with one team, its question asked and then what is said. */
async function shownToEarly(app: TestApp, steps: ("lockAndReveal" | "showStandings")[]) {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const { token } = await app.join(pin, "Early");
  const order = app.orders(cookie, sessionId);
  for (const type of ["advance", "advance", ...steps] as const) await order({ type });
  return { sessionId, pin, token };
}

test("who joins while an answer is shown is counted among the teams of those who look at it already", async () => {
  const app = await openTestApp();
  try {
    const { sessionId, pin, token } = await shownToEarly(app, ["lockAndReveal"]);
    let teams = 0;
    const socket = app.socket({ sessionId, role: "player", token });
    socket.on("view:player", ({ view: { me } }) => {
      teams = me.standing?.playerCount ?? 0;
    });
    socket.connect();
    await vi.waitFor(() => expect(teams).toBe(1), { timeout: 10_000 });
    await app.join(pin, "Late");
    await vi.waitFor(() => expect(teams).toBe(2), { timeout: 10_000 });
  } finally {
    await app.close();
  }
});

test("who joins during the standings stands in them for those who look at them already", async () => {
  const app = await openTestApp();
  try {
    const { sessionId, pin, token } = await shownToEarly(app, ["lockAndReveal", "showStandings"]);
    const names: string[][] = [];
    const socket = app.socket({ sessionId, role: "player", token });
    socket.on("view:player", ({ view: { shared } }) => {
      if (shared.phase === "standings") names.push(shared.standings.rows.map(({ name }) => name));
    });
    socket.connect();
    await vi.waitFor(() => expect(names.at(-1)).toEqual(["Early"]), { timeout: 10_000 });
    await app.join(pin, "Late");
    const polled = await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, {
      token,
    });
    expect(polled.json.view.shared).toMatchObject({ standings: { playerCount: 2 } });
    await vi.waitFor(() => expect(names.at(-1)).toEqual(["Early", "Late"]), { timeout: 10_000 });
  } finally {
    await app.close();
  }
});

test("a rush at the door, comings and goings and new names while an answer is shown wake a phone on the fallback once a second", async () => {
  const app = await openTestApp();
  try {
    const { sessionId, pin, token } = await shownToEarly(app, ["lockAndReveal"]);
    let isOver = false;
    let wakes = 0;
    let teams = 0;
    let statuses = "";
    const polling = (async () => {
      let since = "";
      while (!isOver) {
        const reply = await app.request<Envelope<PlayerView>>(
          "GET",
          `/api/sessions/${sessionId}/view?wait=1&since=${since}`,
          { token },
        );
        if (reply.status === 204) continue;
        statuses += reply.status === 200 ? "" : reply.status;
        wakes += 1;
        since = reply.json.cursor;
        teams = reply.json.view.me.standing?.playerCount ?? 0;
      }
    })();
    const startedAt = performance.now();
    for (let n = 0; n < 12; n++) {
      const { token: guest } = await app.join(pin, `Guest ${n}`);
      await app.request("PATCH", `/api/sessions/${sessionId}/me`, {
        token: guest,
        body: { name: `Host ${n}` },
      });
      if (n % 2 === 1) await app.request("DELETE", `/api/sessions/${sessionId}/me`, { token: guest });
      await new Promise((pass) => setTimeout(pass, 150));
    }
    await vi.waitFor(() => expect(teams).toBe(7), { timeout: 10_000 });
    isOver = true;
    const seconds = (performance.now() - startedAt) / 1_000;
    await polling;
    expect(statuses).toBe("");
    // the first look, and one that was under way
    expect(wakes).toBeLessThanOrEqual(Math.ceil(seconds) + 2);
  } finally {
    await app.close();
  }
});
