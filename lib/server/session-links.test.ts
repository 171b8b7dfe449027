/** Links made anew: whoever came in by an old one is out of every door, and spends nothing of the session's. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Envelope, HostView, ScreenView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { payerOf } from "./payer";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

type Reply = { code?: string; message?: string };
const tokenIn = (path: string, name: string) => new URL(path, app.url).searchParams.get(name) ?? "";

async function linkedNight() {
  const { sessionId } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const links = async () => {
    const { view } = (await app.request<Envelope<HostView>>("GET", `${path}/host`, { cookie })).json;
    return {
      screen: tokenIn(view.screenPath, "token"),
      marker: tokenIn(view.markingPath, "token"),
      cohost: tokenIn(view.cohostPath, "cohost"),
    };
  };
  return { sessionId, path, links, order: app.orders(cookie, sessionId) };
}
type Links = Awaited<ReturnType<Awaited<ReturnType<typeof linkedNight>>["links"]>>;
const doors = (path: string, { screen, marker, cohost }: Links) => ({
  screen: `${path}/screen?token=${screen}`,
  marker: `${path}/marking?token=${marker}`,
  cohost: `${path}/host?cohost=${cohost}`,
});
async function openedOf(paths: Record<string, string>) {
  const replies = Object.entries(paths).map(async ([door, path]) => {
    const { status, json } = await app.request<Reply>("GET", path);
    return [door, status === 200 || json.code];
  });
  return Object.fromEntries(await Promise.all(replies));
}
const all = (opened: true | "BAD_TOKEN") => ({ screen: opened, marker: opened, cohost: opened });

test("one order makes all three anew: the old ones open nothing, the new ones do", async () => {
  const night = await linkedNight();
  const old = await night.links();
  expect(await openedOf(doors(night.path, old))).toEqual(all(true));
  await night.order({ type: "renewCohostLink" });
  const fresh = await night.links();
  expect(await openedOf(doors(night.path, old))).toEqual(all("BAD_TOKEN"));
  expect(await openedOf(doors(night.path, fresh))).toEqual(all(true));
  const mark = { type: "voidQuestion", questionId: "q", isVoid: true };
  const marked = await app.request<Reply>("POST", doors(night.path, old).marker, { body: mark });
  expect(marked).toMatchObject({ status: 401, json: { code: "BAD_TOKEN" } });
  expect(marked.json.message).toContain("Ask the host for a new one");
});

test("a big screen of the old link is cut before it hears more, its hanging poll ends, and it is told where to go", async () => {
  const night = await linkedNight();
  const { screen: token } = await night.links();
  const socket = app.socket({ sessionId: night.sessionId, role: "screen", token });
  const heard: number[] = [];
  socket.on("view:screen", ({ version }) => heard.push(version));
  await new Promise<void>((done) => socket.once("view:screen", () => done()).connect());
  const cut = new Promise<void>((done) => socket.once("disconnect", () => done()));
  const first = await app.request<Envelope<ScreenView>>("GET", `${night.path}/screen?token=${token}`);
  const hanging = app.request<Reply>(
    "GET",
    `${night.path}/screen?token=${token}&since=${first.json.cursor}&wait=20`,
  );
  await vi.waitFor(() => expect(app.box.service.waiters.isWaiting(night.sessionId, "screen")).toBe(true));
  await night.order({ type: "renewCohostLink" });
  await cut;
  expect(heard).toEqual([first.json.version]);
  expect((await hanging).json.code).toBe("BAD_TOKEN");
  const back = app.socket({ sessionId: night.sessionId, role: "screen", token });
  const error = await new Promise<Error & { data?: Reply }>((done) =>
    back.once("connect_error", (failed) => done(failed as Error & { data?: Reply })).connect(),
  );
  expect(error.data).toMatchObject({ code: "BAD_TOKEN", message: expect.stringContaining("host console") });
});

test("an old link is charged to its address, so that it cannot use up what the session's new ones have", async () => {
  const night = await linkedNight();
  const payer = (links: Links, kind: keyof Links) =>
    payerOf(app.box, {
      ipKey: "198.51.100.7",
      cookie: undefined,
      sessionId: night.sessionId,
      [`${kind}Token`]: links[kind],
    });
  const old = await night.links();
  for (const kind of ["screen", "marker", "cohost"] as const)
    expect(await payer(old, kind)).toMatchObject({ who: kind, sessionId: night.sessionId });
  await night.order({ type: "renewCohostLink" });
  const fresh = await night.links();
  for (const kind of ["screen", "marker", "cohost"] as const) {
    expect(await payer(old, kind)).toEqual({ who: "address", ipKey: "198.51.100.7" });
    expect(await payer(fresh, kind)).toMatchObject({ who: kind, sessionId: night.sessionId });
  }
});
