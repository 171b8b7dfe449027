import type { Browser, Page } from "@playwright/test";
import type { MarkingView } from "../lib/contracts/marking";
import {
  ask,
  expect,
  hostPage,
  hostView,
  inPhase,
  joinAll,
  type Night,
  next,
  openNight,
  openScreen,
  order,
  teamRow,
  test,
  type Venue,
  watchErrors,
} from "./fixtures";
import { quizOf, typedQuestion } from "./quizzes";

const sheetQuiz = () => {
  const quiz = quizOf([
    typedQuestion("Which planet has the shortest day?", ["Jupiter"]),
    typedQuestion("What does a cooper make?", ["barrels"]),
  ]);
  return { ...quiz, rounds: quiz.rounds.map((round) => ({ ...round, pace: "sheet" as const })) };
};

/** Writes on the answer sheet and waits until the house has it. */
async function write(phone: Page, number: number, text: string): Promise<void> {
  const row = phone.getByTestId(`sheet-row-${number}`);
  if (!(await row.getByTestId("sheet-answer").isVisible())) await row.getByRole("button").first().click();
  await row.getByTestId("sheet-answer").fill(text);
  await expect(row).toHaveAttribute("data-state", "saved");
}

/** Two questions on the sheet, answered by two teams, and locked. */
async function lockedSheet(browser: Browser, venue: Venue) {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, sheetQuiz());
  const [anna, bert] = (await joinAll(browser, venue, night.pin, ["Anna", "Bert"])) as [Page, Page];
  await next(host, "roundIntro");
  await next(host, "question");
  await write(anna, 1, "Jupitor");
  await write(bert, 1, "Saturn");
  await expect(host.getByTestId("sheets-full")).toHaveText("2");
  await expect(host.getByTestId("up-next")).toContainText("What does a cooper make?");
  await host.getByTestId("next-step").click();
  await expect(host.getByTestId("question")).toHaveText("What does a cooper make?");
  await expect(host.getByTestId("sheets-full")).toHaveText("0");
  await write(anna, 2, "barrels");
  await expect(teamRow(host, "Anna").getByTestId("sheet-count")).toHaveText("2/2");
  await write(bert, 2, "baskets");
  return { host, night, anna, bert };
}

const markingUrl = (venue: Venue, night: Night) => `${venue.url}/host/marking?session=${night.sessionId}`;
const groupOf = (page: Page, text: string) =>
  page.getByTestId("group").filter({ has: page.getByTestId("group-text").getByText(text, { exact: true }) });

test("a sheet is marked by keyboard, one answer alone, and once more after the podium: every table follows", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await lockedSheet(browser, venue);
  const screen = await openScreen(host, night);

  // a team on paper, with a seat like any other
  await host.getByTestId("add-paper-team").click();
  await host.getByTestId("paper-name").fill("Pencil");
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(teamRow(host, "Pencil")).toHaveAttribute("data-paper", "true");

  // time is called, and the sheets are locked before it is up
  await host.keyboard.press("t");
  await host.getByTestId("call-minutes").fill("1:30");
  await host.getByTestId("call-minutes").press("Enter");
  await expect(anna.getByTestId("time-called")).toBeVisible();
  await expect(host.getByTestId("next-step")).toContainText("Lock the sheets");
  await next(host, "locked");

  // the near miss waits for a person, and one key judges it
  await expect(host.getByTestId("to-mark")).toContainText("1 to mark");
  await expect(host.getByTestId("next-step")).toContainText("Reveal answer 1");
  await host.getByTestId("to-mark").click();
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-current", "true");
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-automatic", "near");
  await host.keyboard.press("Space");
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-fraction", "1");
  await expect(host.getByTestId("next-to-mark")).toContainText("All marked");
  await expect(host.getByTestId("nav-count")).toHaveCount(0);

  // a misjudged press is taken back and made again
  await host.keyboard.press("x");
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-fraction", "0");
  await host.keyboard.press("u");
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-fraction", "1");

  // the second question: what Bert wrote is half right, for Bert alone and for a reason
  await host.keyboard.press("n");
  await expect(host.getByTestId("marking-question")).toHaveText("What does a cooper make?");
  await expect(groupOf(host, "baskets")).toHaveAttribute("data-current", "true");
  await host.getByRole("button", { name: "Mark alone" }).click();
  await host.getByTestId("alone-half").click();
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(host.getByRole("alert").filter({ hasText: "Say why" })).toBeVisible();
  await host.getByTestId("reason").fill("They make those too");
  await host.getByTestId("dialog").getByTestId("confirm").click();
  const marked = host.getByRole("complementary").getByTestId("marked-team");
  await expect(marked).toContainText("They make those too");
  await expect(marked).toContainText("5");

  // revealed one by one, then the standings with the round's score of the paper team
  await host.goto(night.consoleUrl);
  await inPhase(host, "locked");
  await expect(host.getByTestId("to-mark")).toHaveCount(0);
  await next(host, "reveal");
  await expect(host.getByTestId("right")).toContainText("1 right");
  await host.getByTestId("next-step").click();
  await expect(host.getByTestId("question")).toHaveText("What does a cooper make?");
  await next(host, "standings");
  await teamRow(host, "Pencil").locator("summary").click();
  await teamRow(host, "Pencil").getByTestId("round-score").click();
  await host.getByTestId("adjust-points").fill("12");
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(host.getByTestId("dialog")).toHaveCount(0);
  await teamRow(host, "Bert").locator("summary").click();
  await teamRow(host, "Bert").getByTestId("points").click();
  await host.getByTestId("adjust-points").fill("−2");
  await host.getByTestId("reason").fill("A phone in the gents");
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(host.getByTestId("standings").getByRole("listitem")).toContainText([
    /1.*Anna.*20/,
    /2.*Pencil.*12/,
    /3.*Bert.*3/,
  ]);
  await expect(bert.getByTestId("rank")).toHaveAttribute("data-points", "3");
  await expect(bert.getByText("A phone in the gents")).toBeVisible();
  await next(host, "finished");
  await inPhase(screen, "finished");
  await expect(screen.getByTestId("podium-2")).toContainText(/Pencil\s*12 points/);

  // after the podium somebody is convincing: Saturn counts, and Bert passes the paper team everywhere
  await host.goto(markingUrl(venue, night));
  await host.getByTestId("pick-question").selectOption({ index: 0 });
  await groupOf(host, "Saturn").getByTestId("mark-right").click();
  await expect(groupOf(host, "Saturn")).toHaveAttribute("data-fraction", "1");
  await expect(bert.getByTestId("rank")).toHaveAttribute("data-points", "13");
  await expect(bert.getByTestId("rank")).toContainText("2nd");
  await expect(screen.getByTestId("podium-2")).toContainText(/Bert\s*13 points/);
  await expect(screen.getByTestId("podium-3")).toContainText(/Pencil\s*12 points/);

  await host.goto(`${venue.url}/host/results?id=${night.sessionId}`);
  await expect(host.getByTestId("result-name")).toHaveText(["Anna", "Bert", "Pencil"]);
  await expect(host.getByTestId("result-points")).toHaveText(["20", "13", "12"]);
  await expect(host.getByTestId("corrected-note")).toContainText("1 question corrected");
  await expect(host.getByTestId("question-figures").first().getByTestId("corrected")).toBeVisible();
  await expect(host.getByTestId("adjustment")).toContainText(["A phone in the gents", "Paper sheet"]);
  const csv = () => ask<string>(host, `/api/sessions/${night.sessionId}/results.csv`);
  const points = (body: string) =>
    body
      .split("\r\n")
      .slice(1, 4)
      .map((row) => row.split(",").slice(0, 3).join(" ").replaceAll('"', ""));
  expect(points((await csv()).body)).toEqual(["1 Anna 20", "2 Bert 13", "3 Pencil 12"]);

  // and what was taken by hand is given back
  await host.getByRole("button", { name: "Take back −2 for Bert" }).click();
  await expect(host.getByTestId("result-points")).toHaveText(["20", "15", "12"]);
  await expect(bert.getByTestId("rank")).toHaveAttribute("data-points", "15");
  expect(points((await csv()).body)[1]).toBe("2 Bert 15");
});

test("a marker's link marks beside the host and opens nothing else", async ({ browser, venue }) => {
  const { host, night, anna } = await lockedSheet(browser, venue);
  await next(host, "locked");
  await host.goto(markingUrl(venue, night));
  await host.getByTestId("marker-link").click();
  const link = (await host.getByTestId("marker-url").getAttribute("href")) ?? "";
  await host.getByRole("button", { name: "Close" }).click();

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const marker = await (await browser.newContext(phone)).newPage();
  watchErrors(marker);
  await marker.goto(link);
  await groupOf(marker, "Jupitor").getByTestId("mark-half").tap();
  await expect(groupOf(marker, "Jupitor")).toHaveAttribute("data-fraction", "0.5");
  // the host's page has it without a press
  await expect(groupOf(host, "Jupitor")).toHaveAttribute("data-fraction", "0.5");

  // the house's name leads to the front door; there is no way to the console
  const hrefs = await marker
    .getByRole("link")
    .evaluateAll((links) => links.map((one) => one.getAttribute("href")));
  expect(hrefs).toEqual(["/"]);

  // nor does the key open any other road
  const token = new URL(link).searchParams.get("token") ?? "";
  const of = (path: string) => `/api/sessions/${night.sessionId}/${path}?token=${encodeURIComponent(token)}`;
  const statusOf = async (path: string, json?: unknown) =>
    (await ask(marker, of(path), { ...(json ? { json } : {}), token })).status;
  expect(await statusOf("marking")).toBe(200);
  for (const path of ["host", "screen", "view", "results", "results.csv", "room"])
    expect([path, await statusOf(path)]).toEqual([path, 401]);
  const { version, view: before } = await hostView(host, night.sessionId);
  expect(await statusOf("commands", { type: "advance", basedOn: version })).toBe(401);
  for (const command of [
    { type: "advance", basedOn: version },
    { type: "removePlayer", playerId: "anybody" },
    { type: "endSession", basedOn: version },
  ])
    expect([command.type, await statusOf("marking", command)]).toEqual([command.type, 400]);
  // not the version: the end of the moment for late drafts may have raised it meanwhile
  const { view: after } = await hostView(host, night.sessionId);
  expect(after.shared).toEqual(before.shared);
  expect(after.live.players.map(({ name }) => name)).toEqual(before.live.players.map(({ name }) => name));

  // a key for another night is none
  const wrong = await ask<{ code: string }>(
    marker,
    `/api/sessions/${night.sessionId}/marking?token=x${token}`,
  );
  expect(wrong.body.code).toBe("BAD_TOKEN");
  await marker.goto(link.replace(token, `x${token}`));
  await expect(marker.getByTestId("refusal")).toBeVisible();
  await expect(anna.getByTestId("phase")).toHaveAttribute("data-phase", "locked");
});

test("marks made while the WiFi is away are kept and saved when it is back", async ({ browser, venue }) => {
  const { host, night } = await lockedSheet(browser, venue);
  await order(host, night, { type: "lockQuestion" });
  const second = await host.context().newPage();
  watchErrors(second);
  await second.goto(markingUrl(venue, night));
  await expect(groupOf(second, "Jupitor")).toBeVisible();
  await second.route("**/marking?**", (route) => route.abort());
  await second.keyboard.press("Space");
  await expect(groupOf(second, "Jupitor")).toHaveAttribute("data-fraction", "1");
  await expect(second.getByTestId("marking-trouble")).toContainText("1 mark not saved yet");
  const saved = async () =>
    (await ask<MarkingView>(host, `/api/sessions/${night.sessionId}/marking`)).body.questions[0]?.groups[0]
      ?.fraction;
  expect(await saved()).toBe(0);
  await second.unroute("**/marking?**");
  await expect.poll(saved, { timeout: 15_000 }).toBe(1);
  await expect(second.getByTestId("marking-trouble")).toHaveCount(0);
});
