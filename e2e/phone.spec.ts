import type { Locator, Page } from "@playwright/test";
import {
  answer,
  answerStatus,
  choice,
  expect,
  hostPage,
  inPhase,
  joinAsPlayer,
  newPhone,
  next,
  nightWith,
  openNight,
  playersIn,
  resultsOf,
  secondsOn,
  takeSeat,
  teamRow,
  test,
  toQuestion,
  watchErrors,
} from "./fixtures";
import { quizOf, riverQuiz, typedQuestion } from "./quizzes";

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
    const inputs = phone.locator("input, select, textarea");
    await inputs.first().waitFor();
    const sizes = await inputs.evaluateAll((fields) =>
      fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
    );
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
