import type { BrowserContext, Page } from "@playwright/test";
import {
  answer,
  expect,
  hostPage,
  inPhase,
  joinAsPlayer,
  newPhone,
  next,
  openNight,
  openScreen,
  takeSeat,
  teamRow,
  test,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

type WakeCalls = { requested: number };
/** A wake lock as a secure page has it; every other time it is refused, as on a low battery. */
const stubWakeLock = (context: BrowserContext) =>
  context.addInitScript(() => {
    const calls = { requested: 0 };
    Object.assign(window, { wakeCalls: calls });
    Object.defineProperty(navigator, "wakeLock", {
      value: {
        async request() {
          calls.requested += 1;
          if (calls.requested % 2 === 0) throw new DOMException("low battery", "NotAllowedError");
          return Object.assign(new EventTarget(), { released: false, release: async () => undefined });
        },
      },
    });
  });
const wakeCalls = (page: Page) =>
  page.evaluate(() => (window as unknown as { wakeCalls: WakeCalls }).wakeCalls.requested);

const setVisible = (page: Page, visible: boolean) =>
  page.evaluate((visible) => {
    Object.defineProperty(document, "visibilityState", {
      value: visible ? "visible" : "hidden",
      configurable: true,
    });
    Object.defineProperty(document, "hidden", { value: !visible, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, visible);

test("CON-06 phone, console and big screen ask for the wake lock when they open and each time they are seen again, refused or not", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  await stubWakeLock(host.context());
  const night = await openNight(host, venue, riverQuiz(1));
  const screen = await openScreen(host, night);
  const context = await newPhone(browser);
  await stubWakeLock(context);
  const phone = await joinAsPlayer(context, venue, night.pin, "Anna");
  for (const page of [host, screen, phone]) {
    await expect.poll(() => wakeCalls(page)).toBeGreaterThan(0);
    for (let look = 0; look < 3; look++) {
      const asked = await wakeCalls(page);
      await setVisible(page, false);
      expect(await wakeCalls(page)).toBe(asked);
      await setVisible(page, true);
      await expect.poll(() => wakeCalls(page)).toBe(asked + 1);
    }
  }
});

test("CON-06 LAN-01 on plain http there is no wake lock, and a silent film keeps all three awake from the first touch", async ({
  browser,
  venue,
}) => {
  const countPlays = (context: BrowserContext) =>
    context.addInitScript(() => {
      Object.assign(window, { plays: 0 });
      HTMLMediaElement.prototype.play = async function () {
        if (this.loop && this.muted) (window as unknown as { plays: number }).plays += 1;
      };
    });
  const host = await hostPage(browser, venue);
  await countPlays(host.context());
  const night = await openNight(host, venue, riverQuiz(1));
  const screen = await openScreen(host, night);
  const context = await newPhone(browser);
  await countPlays(context);
  const phone = await joinAsPlayer(context, venue, night.pin, "Anna");
  for (const page of [host, screen, phone]) {
    expect(await page.evaluate(() => [window.isSecureContext, "wakeLock" in navigator])).toEqual([
      false,
      false,
    ]);
    await page.mouse.click(4, 4);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { plays: number }).plays))
      .toBeGreaterThan(0);
  }
});

test("CON-07 CON-08 hidden and seen five times, and out of the back-forward cache: a fresh view each time, one socket, one answer", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2));
  const context = await newPhone(browser);
  const phone = await context.newPage();
  watchErrors(phone);
  await phone.clock.install();
  const sockets = new Set<unknown>();
  let submissions = 0;
  phone.on("websocket", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("framesent", ({ payload }) => {
      if (String(payload).includes("answer:submit")) submissions += 1;
    });
  });
  let views = 0;
  phone.on("response", (reply) => {
    if (/\/view(\?|$)/.test(reply.url()) && reply.status() <= 204) views += 1;
  });
  await phone.goto(`${venue.url}/play/${night.pin}`);
  await takeSeat(phone, "Anna");
  await inPhase(phone, "lobby");
  await expect.poll(() => sockets.size).toBe(1);
  await next(host, "roundIntro");

  for (let time = 0; time < 5; time++) {
    const before = views;
    await setVisible(phone, false);
    await phone.clock.fastForward(10_000);
    await setVisible(phone, true);
    await expect.poll(() => views).toBeGreaterThan(before);
    await expect.poll(() => sockets.size).toBe(1);
  }
  const before = views;
  await phone.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect.poll(() => views).toBeGreaterThan(before);
  await expect.poll(() => sockets.size).toBe(1);
  await expect(teamRow(host, "Anna")).toHaveAttribute("data-link", "socket");

  await next(host, "question");
  await inPhase(phone, "question");
  await answer(phone, "Thames");
  expect(submissions).toBe(1);
  await expect(host.getByTestId("answered")).toHaveText("1");
});
