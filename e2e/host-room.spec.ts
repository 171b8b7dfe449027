import {
  answer,
  expect,
  forTeam,
  hostPage,
  hostView,
  inPhase,
  joinAll,
  joinAsPlayer,
  newPhone,
  next,
  nightWith,
  openNight,
  openScreen,
  order,
  playersIn,
  resultsOf,
  takeSeat,
  test,
  toQuestion,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

test("LAT-01 who joins while a question is open waits for the next one where the host wants it so, and never sees a blank page", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  await host.getByTestId("late-join").selectOption("nextQuestion");
  await toQuestion(host);
  await inPhase(anna, "question");
  const late = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Bert");
  await expect(late.getByTestId("next-soon")).toBeVisible();
  await answer(anna, "Thames");
  await expect(host.getByTestId("next-step")).toContainText("Every team has answered");
  await next(host, "reveal");
  await expect(late.getByTestId("verdict")).toHaveAttribute("data-outcome", "joinedLater");
  await next(host, "question");
  await answer(late, "Thames");
});

test("locked joining: a phone that scans reads why, and gets in as soon as the door is open again", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  const screen = await openScreen(host, night);
  await host.getByTestId("lock-joining").click();
  await expect(screen.getByText("The door is closed")).toBeVisible();
  const late = await (await newPhone(browser)).newPage();
  watchErrors(late);
  await late.goto(night.joinUrl);
  await expect(late.getByText(/host has closed the door/)).toBeVisible();
  await playersIn(host, 1);
  // who has a seat comes and goes freely
  await anna.reload();
  await inPhase(anna, "lobby");

  await host.getByTestId("lock-joining").click();
  await expect(screen.getByText("The door is closed")).toHaveCount(0);
  await late.goto(night.joinUrl);
  await takeSeat(late, "Bert");
  await inPhase(late, "lobby");
  await playersIn(host, 2);
});

test("HST-09 a removed team is told so, does not slip back in, may join anew, and stays in the export as removed", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 2, ["Anna", "Bert"]);
  await toQuestion(host);
  await answer(anna, "Thames");
  await answer(bert, "Thames");
  await next(host, "reveal");
  await forTeam(host, "Bert", "Remove");
  await expect(bert.getByTestId("refusal")).toHaveText(/host removed this seat/);
  await playersIn(host, 1);
  // no silent return, also by a reload
  await bert.reload();
  await expect(bert.getByTestId("name")).toBeVisible();
  await playersIn(host, 1);
  await takeSeat(bert, "Bert the Second");
  await inPhase(bert, "reveal");
  await playersIn(host, 2);

  const { players } = await resultsOf(host, night);
  expect(players.map(({ name, rank, points, removed }) => ({ name, rank, points, removed }))).toEqual([
    { name: "Anna", rank: 1, points: 10, removed: false },
    { name: "Bert the Second", rank: 2, points: 0, removed: false },
    { name: "Bert", rank: null, points: 10, removed: true },
  ]);
});

test("HST-09 a banned phone is refused by name and by reload, and a renamed team sees its new name everywhere", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 1, ["Anna", "Bert"]);
  const screen = await openScreen(host, night);
  await forTeam(host, "Bert", "Ban");
  await expect(bert.getByTestId("refusal")).toHaveText(/banned/);
  await bert.goto(night.joinUrl);
  await takeSeat(bert, "Somebody else");
  await expect(bert.getByText(/banned/)).toBeVisible();
  await playersIn(host, 1);

  await forTeam(host, "Anna", "Rename", "Anna and the Ales");
  await expect(host.getByTestId("team")).toContainText("Anna and the Ales");
  await expect(anna.getByTestId("my-name")).toHaveText("Anna and the Ales");
  await expect(screen.getByText("Anna and the Ales")).toBeVisible();
});

test("practice bots in the lobby: a few at a press, twenty at the most, slow like teams, and gone without a trace", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1, { timeLimitSeconds: 10 }));
  const [anna] = await joinAll(browser, venue, night.pin, ["Anna"]);
  for (const count of [5, 10, 15, 20]) {
    await host.getByTestId("add-bots").click();
    await playersIn(host, count + 1);
  }
  await expect(host.getByTestId("add-bots")).toHaveCount(0);
  await expect(host.getByTestId("team").filter({ hasText: "Practice bot 20" })).toHaveCount(1);

  await toQuestion(host);
  await inPhase(anna!, "question");
  const { view } = await hostView(host, night.sessionId);
  const opensAt = view.shared.phase === "question" ? view.shared.opensAt : Number.NaN;
  // the first tenth of the ten seconds is for reading; a team answers when it has talked
  const answered = host.getByTestId("answered");
  await expect(answered).not.toHaveText("0");
  const { now } = await hostView(host, night.sessionId);
  expect(now - opensAt).toBeGreaterThanOrEqual(1_000);
  await expect(answered).not.toHaveText((await answered.textContent()) ?? "");
  await next(host, "reveal");

  await order(host, night, { type: "removeBots" });
  await playersIn(host, 1);
  const { players } = await resultsOf(host, night);
  expect(players.filter(({ removed }) => !removed).map(({ name, rank }) => [name, rank])).toEqual([
    ["Anna", 1],
  ]);
});
