/** A team that joins while places are on show: every table has it, on both roads, without a new version. */
import { expect, test, vi } from "vitest";
import type { Envelope, PlayerView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp } from "./test-app";

test("who joins while an answer is shown is counted among the teams of those who look at it already", async () => {
  const app = await openTestApp();
  try {
    const cookie = await app.signIn();
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token } = await app.join(pin, "Early");
    const order = app.orders(cookie, sessionId);
    for (const type of ["advance", "advance", "lockAndReveal"]) await order({ type });
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
    const cookie = await app.signIn();
    const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
    const { token } = await app.join(pin, "Early");
    const order = app.orders(cookie, sessionId);
    for (const type of ["advance", "advance", "lockAndReveal", "showStandings"]) await order({ type });
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
