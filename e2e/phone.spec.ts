import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import {
  answer,
  answerStatus,
  ask,
  choice,
  expect,
  hostPage,
  inPhase,
  joinAll,
  joinAsPlayer,
  type Night,
  newPhone,
  next,
  openNight,
  openScreen,
  order,
  secondsOn,
  takeSeat,
  teamRow,
  test,
  toQuestion,
  type Venue,
  watchErrors,
} from "./fixtures";
import { quizOf, riverQuiz, typedQuestion } from "./quizzes";

async function nightWith(browser: Browser, venue: Venue, questions: number, names: string[]) {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(questions));
  const phones = await joinAll(browser, venue, night.pin, names);
  return { host, night, phones, anna: phones[0]!, bert: phones[1]! };
}
type Results = {
  questions: { answeredCount: number }[];
  players: { name: string; points: number; cells: { outcome: string; text: string }[] }[];
};
const resultsOf = async (host: Page, night: Night) =>
  (await ask<Results>(host, `/api/sessions/${night.sessionId}/results`)).body;
const playersIn = (host: Page, count: number) =>
  expect(host.getByTestId("player-count")).toHaveText(String(count));

/** What a person sees and can press: texts and states of the controls, but for the clocks. */
const rendered = (page: Page) =>
  page.getByTestId("phase").evaluate((main) => {
    const lines: string[] = [];
    const walk = (node: Node) => {
      if (node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) lines.push(node.textContent.trim());
      if (!(node instanceof Element) || node.getAttribute("role") === "timer") return;
      const state = ["data-phase", "data-status", "data-outcome", "data-points", "aria-pressed", "disabled"]
        .filter((name) => node.hasAttribute(name))
        .map((name) => `${name}=${node.getAttribute(name)}`);
      if (state.length > 0) lines.push(state.join(" "));
      node.childNodes.forEach(walk);
    };
    walk(main);
    return lines;
  });

/** Once nothing moves any more. */
async function settled(page: Page): Promise<string[]> {
  let seen: string[] = [];
  await expect
    .poll(
      async () => {
        const before = seen.join("\n");
        seen = await rendered(page);
        return seen.join("\n") === before;
      },
      { intervals: [0, 100] },
    )
    .toBe(true);
  return seen;
}

test("CON-01 a phone reloaded twice in the middle of a question is the same player and can still answer", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  await toQuestion(host);
  await answer(anna, "Thames");
  await next(host, "reveal");
  await next(host, "question");
  await expect(anna.getByTestId("question")).toHaveText("River 2?");
  const shown = await secondsOn(anna);
  for (let reload = 0; reload < 2; reload++) {
    await anna.reload();
    await expect(anna.getByTestId("question")).toHaveText("River 2?", { timeout: 3_000 });
  }
  const left = await secondsOn(anna);
  expect(left).toBeLessThanOrEqual(shown);
  expect(left).toBeGreaterThan(shown - 30);
  await answer(anna, "Thames");
  await next(host, "reveal");
  await expect(anna.getByTestId("rank")).toHaveAttribute("data-points", "20");
  expect((await resultsOf(host, night)).players).toMatchObject([{ name: "Anna", points: 20 }]);
});

test("CON-02 leaving and Back, a second scan, and the code typed again all lead to the same seat without a question", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  await toQuestion(host);
  await answer(anna, "Severn");
  const ownSeat = async () => {
    await inPhase(anna, "question");
    await answerStatus(anna, "saved");
    await playersIn(host, 1);
  };
  await anna.goto(`${venue.url}/too-many-requests?from=/`);
  await anna.goBack();
  await ownSeat();
  await anna.goto(night.joinUrl);
  await ownSeat();
  await anna.goto(`${venue.url}/play`);
  await anna.getByTestId("pin").fill(`${night.pin.slice(0, 3)} ${night.pin.slice(3)}`);
  await anna.getByTestId("find").click();
  await ownSeat();
});

test("CON-02 NET-06 a phone that forgot everything takes its seat back by the seat code, without a duplicate", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  const seatCode = (await anna.getByTestId("my-seat-code").textContent()) ?? "";
  await toQuestion(host);
  await answer(anna, "Thames");
  await anna.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await anna.context().clearCookies();
  await anna.goto(night.joinUrl);
  await expect(anna.getByTestId("name")).toBeVisible();
  await anna.getByTestId("had-seat").click();
  await anna.getByTestId("seat-code").fill("ZZZ 99");
  await anna.getByTestId("take-seat").click();
  await expect(anna.getByText("No seat has that code.")).toBeVisible();
  await anna.getByTestId("seat-code").fill(seatCode.toLowerCase());
  await anna.getByTestId("take-seat").click();
  await inPhase(anna, "question");
  await answerStatus(anna, "saved");
  await playersIn(host, 1);
  await next(host, "reveal");
  await expect(anna.getByTestId("rank")).toHaveAttribute("data-points", "10");
  expect((await resultsOf(host, night)).players).toHaveLength(1);
});

test("CON-03 in every phase a reloaded phone shows exactly what it showed before", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(
    host,
    venue,
    quizOf([...riverQuiz(1).rounds[0]!.questions, typedQuestion("What does a cooper make?", ["barrels"])]),
  );
  const [anna, bert] = await joinAll(browser, venue, night.pin, ["Anna", "Bert"]);
  const same = async (phase: string) => {
    await inPhase(anna!, phase);
    const before = await settled(anna!);
    await anna!.reload();
    await inPhase(anna!, phase);
    await expect.poll(() => rendered(anna!)).toEqual(before);
  };
  await same("lobby");
  await next(host, "roundIntro");
  await same("roundIntro");
  await next(host, "question");
  await same("question");
  await answer(anna!, "Thames");
  await answer(bert!, "Tyne");
  await same("question");
  await order(host, night, { type: "pause", minutes: null });
  await same("paused");
  await next(host, "question");
  await host.getByTestId("lock").click();
  await same("locked");
  await next(host, "reveal");
  await expect(anna!.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await same("reveal");
  // the last question of the last round: typed, and answered by Anna alone
  await next(host, "question");
  await anna!.getByTestId("typed-answer").fill("Barrels");
  await anna!.getByTestId("send-answer").click();
  await answerStatus(anna!, "saved");
  await same("question");
  await next(host, "reveal");
  await expect(anna!.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await next(host, "standings");
  await same("standings");
  await next(host, "finished");
  await same("finished");
});

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

test("CON-11 two tabs of one phone are one player with one answer, and closing one does not put it offline", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  const tab = await anna.context().newPage();
  watchErrors(tab);
  await tab.goto(night.joinUrl);
  await inPhase(tab, "lobby");
  await playersIn(host, 1);
  await toQuestion(host);
  await Promise.all([anna, tab].map((page) => inPhase(page, "question")));
  // both tap at once, each something else: the first one counts, and both show it
  const tap = (button: Locator) => button.evaluate((element) => (element as HTMLElement).click());
  await Promise.all([tap(choice(anna, "Thames")), tap(choice(tab, "Tyne"))]);
  for (const page of [anna, tab]) await answerStatus(page, "saved");
  await expect(host.getByTestId("answered")).toHaveText("1");
  const pressed = (page: Page) => page.locator('[aria-pressed="true"]').textContent();
  await expect.poll(async () => (await pressed(anna)) === (await pressed(tab))).toBe(true);
  await tab.close();
  await next(host, "reveal");
  await inPhase(anna, "reveal");
  await expect(teamRow(host, "Anna")).toHaveAttribute("data-link", "socket");
  expect((await resultsOf(host, night)).questions[0]?.answeredCount).toBe(1);
});

test("LAT-01 LAT-02 who joins in the middle of a question may answer it; who joins at the reveal is told, and nothing counts against them", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  const late = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Late");
  await expect(late.getByTestId("question")).toHaveText("River 1?");
  const [onTime, joined] = await Promise.all([secondsOn(anna), secondsOn(late)]);
  expect(Math.abs(onTime - joined)).toBeLessThanOrEqual(1);
  await answer(late, "Thames");
  await next(host, "reveal");
  await expect(late.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");

  const later = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Later");
  await expect(later.getByTestId("verdict")).toHaveAttribute("data-outcome", "joinedLater");
  await expect(later.getByTestId("verdict")).toContainText(/joined after this question/i);
  await next(host, "question");
  await answer(later, "Thames");
  await next(host, "reveal");
  await expect(later.getByTestId("rank")).toHaveAttribute("data-points", "10");
  const { players } = await resultsOf(host, night);
  expect(players.find(({ name }) => name === "Later")?.cells[0]).toMatchObject({
    outcome: "joined later",
    text: "",
  });
});

test("ANS-02 Back and a tap on another choice change nothing: the first answer stays and the score is at most the maximum", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  await toQuestion(host);
  await answer(anna, "Thames");
  await anna.goto(`${venue.url}/too-many-requests?from=/`);
  await anna.goBack();
  await answerStatus(anna, "saved");
  await choice(anna, "Tyne").click({ force: true });
  await expect(choice(anna, "Thames")).toHaveAttribute("aria-pressed", "true");
  await expect(choice(anna, "Tyne")).toHaveAttribute("aria-pressed", "false");
  await next(host, "reveal");
  await expect(anna.getByTestId("rank")).toHaveAttribute("data-points", "10");
  expect((await resultsOf(host, night)).players[0]?.cells).toMatchObject([
    { outcome: "right", text: "Thames" },
  ]);
});

test("NAM-01 variants of a name that is in are refused in words, and of two in the same moment one gets it", async ({
  browser,
  venue,
}) => {
  const { host, night } = await nightWith(browser, venue, 1, ["Anna"]);
  const other = await (await newPhone(browser)).newPage();
  watchErrors(other);
  await other.goto(night.joinUrl);
  for (const variant of ["anna", " Anna ", "ＡＮＮＡ", "Anna\u200B"]) {
    const joining = other.waitForResponse(/\/join$/);
    await takeSeat(other, variant);
    expect((await joining).status()).toBe(409);
    await expect(other.getByText("That name is taken.")).toBeVisible();
  }
  await playersIn(host, 1);

  const third = await (await newPhone(browser)).newPage();
  watchErrors(third);
  await third.goto(night.joinUrl);
  for (const page of [other, third]) await page.getByTestId("name").fill("Berta");
  await Promise.all([other, third].map((page) => page.getByTestId("take-seat").click()));
  await playersIn(host, 2);
  const refused = await Promise.all(
    [other, third].map((page) =>
      Promise.race([
        page
          .getByText("That name is taken.")
          .waitFor()
          .then(() => true),
        page
          .getByTestId("my-name")
          .waitFor()
          .then(() => false),
      ]),
    ),
  );
  expect(refused.sort()).toEqual([false, true]);
});

test("TMR-01 phones whose clocks are ten minutes off, or jump an hour, count down with the others and may answer", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1, { timeLimitSeconds: 60 }));
  const phones = await Promise.all(
    [-600, 0, 600].map(async (seconds) => {
      const context = await newPhone(browser);
      await context.addInitScript((shiftMs) => {
        const RealDate = Date;
        let shift = shiftMs;
        window.Date = class extends RealDate {
          constructor(...parts: unknown[]) {
            super(...((parts.length > 0 ? parts : [RealDate.now() + shift]) as [number]));
          }
          static override now() {
            return RealDate.now() + shift;
          }
        } as DateConstructor;
        Object.assign(window, { jumpClock: (ms: number) => (shift += ms) });
      }, seconds * 1000);
      return joinAsPlayer(context, venue, night.pin, `Clock ${seconds}`);
    }),
  );
  await toQuestion(host);
  const agree = async () => {
    const shown = await Promise.all(phones.map(secondsOn));
    expect(Math.max(...shown) - Math.min(...shown)).toBeLessThanOrEqual(1);
    expect(Math.max(...shown)).toBeLessThanOrEqual(60);
    expect(Math.min(...shown)).toBeGreaterThan(0);
  };
  for (const phone of phones) await inPhase(phone, "question");
  await agree();
  await phones[1]!.evaluate(() =>
    (window as unknown as { jumpClock(ms: number): void }).jumpClock(3_600_000),
  );
  const before = await secondsOn(phones[1]!);
  await expect.poll(() => secondsOn(phones[1]!)).toBeLessThan(before);
  await agree();
  for (const phone of phones) await answer(phone, "Thames");
});

test("CON-04 CON-09 what a phone without a network answered too late is refused for its own question, and never lands in the next", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 3, ["Anna", "Bert"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  await anna.context().setOffline(true);
  await choice(anna, "Thames").click();
  await answerStatus(anna, "kept");
  await answer(bert, "Thames");
  await next(host, "reveal");
  await next(host, "question");
  await next(host, "reveal");
  await next(host, "question");
  await anna.context().setOffline(false);
  await expect(anna.getByTestId("question")).toHaveText("River 3?");
  await expect(choice(anna, "Thames")).toBeEnabled();
  await answer(anna, "Tyne");
  await next(host, "reveal");
  const { players } = await resultsOf(host, night);
  const outcomes = players.find(({ name }) => name === "Anna")?.cells.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["refused late", "unanswered", "wrong"]);
});

test("CON-09 a phone that is back in the next question says that the answer before did not arrive", async ({
  browser,
  venue,
}) => {
  const { host, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  await anna.context().setOffline(true);
  await choice(anna, "Thames").click();
  await answerStatus(anna, "kept");
  await next(host, "reveal");
  await next(host, "question");
  await anna.context().setOffline(false);
  await expect(anna.getByTestId("question")).toHaveText("River 2?");
  await expect(anna.getByText(/did not arrive/)).toBeVisible();
});

test("NET-06 a captive portal's page instead of an answer is called what it is, and the phone goes on afterwards", async ({
  browser,
  venue,
}) => {
  const { night } = await nightWith(browser, venue, 1, []);
  const context = await newPhone(browser);
  const phone = await context.newPage();
  watchErrors(phone);
  let isCaptive = true;
  await context.route("**/api/**", (route) =>
    isCaptive
      ? route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to PubWiFi</h1>" })
      : route.continue(),
  );
  await phone.goto(night.joinUrl);
  await expect(phone.getByText(/Sign in to the WiFi first/)).toBeVisible();
  isCaptive = false;
  await takeSeat(phone, "Anna");
  await inPhase(phone, "lobby");
});

test("NET-09 no field of a phone is smaller than 16 px, and the page may be zoomed", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(
    host,
    venue,
    quizOf([typedQuestion("What does a cooper make?", ["barrels"])]),
  );
  const phone = await (await newPhone(browser)).newPage();
  watchErrors(phone);
  const fieldSizes = async () => {
    const sizes = await phone
      .locator("input, select, textarea")
      .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  };
  await phone.goto(`${venue.url}/play`);
  await fieldSizes();
  const viewport = (await phone.locator('meta[name="viewport"]').getAttribute("content")) ?? "";
  expect(viewport).not.toMatch(/user-scalable=no|maximum-scale/);
  await phone.goto(night.joinUrl);
  await phone.getByTestId("had-seat").click();
  await fieldSizes();
  await phone.goto(night.joinUrl);
  await phone.getByTestId("name").waitFor();
  await fieldSizes();
  await takeSeat(phone, "Anna");
  await toQuestion(host);
  await phone.getByTestId("typed-answer").waitFor();
  await fieldSizes();
});
