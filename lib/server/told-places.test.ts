/** Guests come and go while marks are made: neither news swallows the other, on both roads. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { RosterCommand } from "@/lib/contracts/commands";
import { sharedName, type ViewChange, withChange } from "@/lib/contracts/view-change";
import type { Envelope, MeView, PlayerView, SharedView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 50 });
const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

/** What a phone on its socket shows, put together as docs/api.md says, and the cursor it would poll with. */
function watch(sessionId: string, token: string, changes: boolean) {
  const shown = {
    shared: null as SharedView | null,
    me: null as MeView | null,
    cursor: "",
    faults: [] as string[],
  };
  const socket = app.socket({ sessionId, role: "player", token, ...(changes ? { changes: true } : {}) });
  socket.on("view:player", ({ view, cursor }) => Object.assign(shown, view, { cursor }));
  socket.on("view:change", (change: ViewChange) => {
    if (!shown.shared || change.on !== sharedName(shown.cursor))
      throw new Error("a change of something else");
    const { cursor, me } = change;
    Object.assign(shown, { shared: withChange(shown.shared, change), me, cursor });
  });
  socket.on("view:me", ({ me, cursor }) => {
    if (sharedName(cursor) !== sharedName(shown.cursor)) shown.faults.push("a cursor of a part not sent");
    Object.assign(shown, { me, cursor });
  });
  socket.connect();
  return shown;
}

async function standingsOn() {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const [owls, hens] = [await app.join(pin, "Owls"), await app.join(pin, "Hens")];
  const order = app.orders(cookie, sessionId);
  for (const type of ["advance", "advance", "lockAndReveal", "showStandings"] as const) await order({ type });
  const phones = [owls, hens].map(({ token }, at) => ({ token, shown: watch(sessionId, token, at === 0) }));
  for (const { shown } of phones) await soon(() => expect(shown.shared?.phase).toBe("standings"));
  await sleep(1_300);
  const view = async (token: string) =>
    (await app.request<Envelope<PlayerView>>("GET", `/api/sessions/${sessionId}/view`, { token })).json;
  const agree = async () => {
    for (const { token, shown } of phones) {
      const { view: fresh, cursor } = await view(token);
      await soon(() => expect({ shared: shown.shared, me: shown.me }).toEqual(fresh));
      expect(shown.cursor).toBe(cursor);
    }
  };
  return { sessionId, pin, order, owls, hens, view, agree, phones };
}

/** Of a question to come: phones see nothing of it. */
async function correctUnseen({ order, sessionId }: Awaited<ReturnType<typeof standingsOn>>) {
  const room = await app.box.service.findRoom(sessionId);
  const { version } = room?.state ?? { version: 0 };
  const toCome = room?.state.quiz.rounds[0]?.questions[1];
  await order({ type: "editQuestion", questionId: toCome?.id ?? "", text: `As ${version} has it.` });
  expect(room?.state.version).toBe(version + 1);
}

describe("a change of teams with a correction right behind it reaches every phone", () => {
  const changes: [string, (night: Awaited<ReturnType<typeof standingsOn>>) => Promise<unknown>][] = [
    ["a guest joins", ({ pin }) => app.join(pin, "Late")],
    [
      "a team is renamed",
      ({ order, hens }) =>
        order({
          type: "renamePlayer",
          playerId: hens.playerId,
          name: "Roosters",
        } satisfies RosterCommand),
    ],
    [
      "a team is removed",
      ({ order, pin }) =>
        app.join(pin, "Brief").then(async ({ playerId }) => {
          await sleep(1_500);
          await order({ type: "removePlayer", playerId });
        }),
    ],
    ["a team on paper", ({ order }) => order({ type: "addPaperTeam", name: "Paper" })],
  ];
  test.each(changes)("%s", async (_name, change) => {
    const night = await standingsOn();
    const table = JSON.stringify((await night.view(night.owls.token)).view.shared);
    const hanging = app.request<Envelope<PlayerView>>(
      "GET",
      `/api/sessions/${night.sessionId}/view?wait=4&since=${(await night.view(night.hens.token)).cursor}`,
      { token: night.hens.token },
    );
    await change(night);
    await correctUnseen(night);
    await soon(() => expect(JSON.stringify(night.phones[0]?.shown.shared)).not.toBe(table));
    await night.agree();
    expect(night.phones.flatMap(({ shown }) => shown.faults)).toEqual([]);
    // a poll that hung is woken, too
    expect((await hanging).status).toBe(200);
  });
});

test("a phone whose own name changes while places are on show is never told a cursor of a table it was not sent", async () => {
  const night = await standingsOn();
  const teams = () => {
    const shared = night.phones[0]?.shown.shared;
    return shared?.phase === "standings" ? shared.standings.playerCount : 0;
  };
  await app.join(night.pin, "Late");
  await soon(() => expect(teams()).toBe(3));
  // told a moment ago: the next guest's news waits for a second, the new name does not
  await app.join(night.pin, "Later");
  await night.order({ type: "renamePlayer", playerId: night.owls.playerId, name: "Barn owls" });
  await soon(() => expect(night.phones[0]?.shown.me?.name).toBe("Barn owls"));
  await night.agree();
  expect(night.phones.flatMap(({ shown }) => shown.faults)).toEqual([]);
});

test("the phones of a seat that takes another one in are told of their new fellow, and those left behind that one has gone", async () => {
  const cookie = await app.signIn();
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const [owls, hens] = [await app.join(pin, "Owls"), await app.join(pin, "Hens")];
  const order = app.orders(cookie, sessionId);
  const shown = watch(sessionId, owls.token, true);
  await soon(() => expect(shown.me?.name).toBe("Owls"));
  await order({ type: "mergeSeats", fromPlayerId: hens.playerId, toPlayerId: owls.playerId });
  await soon(() => expect(shown.me?.team?.phones).toHaveLength(2));
  // the second phone goes to a team of its own by that one's code
  const { seatCode } = await app.join(pin, "Geese");
  const moved = await app.request("POST", `/api/sessions/${sessionId}/reclaim`, {
    token: hens.token,
    body: { seatCode },
  });
  expect(moved.status).toBe(200);
  await soon(() => expect(shown.me?.team).toBeUndefined());
});
