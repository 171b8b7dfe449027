import type { Page } from "@playwright/test";
import {
  answer,
  answerStatus,
  expect,
  hostPage,
  inPhase,
  joinAll,
  next,
  nightWith,
  openNight,
  order,
  playersIn,
  resultsOf,
  secondsOn,
  test,
  toQuestion,
} from "./fixtures";
import { quizOf, riverQuiz, typedQuestion } from "./quizzes";

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
