import {
  answer,
  choice,
  expect,
  hostView,
  inPhase,
  insist,
  joinAsPlayer,
  newPhone,
  next,
  nightWith,
  openScreen,
  order,
  playersIn,
  resultsOf,
  secondsOn,
  test,
  toQuestion,
  watchErrors,
} from "./fixtures";

test("a break with a countdown stops the clock of an open question, and going on gives back what was left", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  const screen = await openScreen(host, night);
  await toQuestion(host);
  await inPhase(anna, "question");
  await host.getByTestId("pause").click();
  for (const page of [host, screen, anna]) await inPhase(page, "paused");
  await expect(anna.getByText(/Back in 1[45]:\d\d/)).toBeVisible();
  await expect(screen.getByTestId("break-countdown")).toHaveText(/1[45]:\d\d/);
  await next(host, "question");
  for (const page of [screen, anna]) await inPhase(page, "question");
  // five minutes on the clock, and none of them spent in the break
  expect(await secondsOn(anna)).toBeGreaterThan(240);
  await answer(anna, "Thames");
});

test("a break without a time shows no countdown anywhere and goes back to the phase it came from", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  const screen = await openScreen(host, night);
  await toQuestion(host);
  await answer(anna, "Severn");
  await next(host, "reveal");
  await order(host, night, { type: "pause", minutes: null });
  for (const page of [host, screen, anna]) {
    await inPhase(page, "paused");
    await expect(page.getByTestId("phase")).not.toHaveText(/\d:\d\d/);
  }
  await next(host, "reveal");
  for (const page of [screen, anna]) await inPhase(page, "reveal");
  await expect(anna.getByTestId("verdict")).toHaveAttribute("data-outcome", "wrong");
});

test("undo takes back the lock: the question is open again, saved answers stay and new ones count", async ({
  browser,
  venue,
}) => {
  const { host, anna, bert } = await nightWith(browser, venue, 1, ["Anna", "Bert"]);
  await toQuestion(host);
  await answer(anna, "Thames");
  await host.getByTestId("lock").click();
  for (const page of [host, anna, bert]) await inPhase(page, "locked");
  await host.getByTestId("undo").click();
  for (const page of [host, anna, bert]) await inPhase(page, "question");
  await expect(anna.getByTestId("answer-status")).toHaveAttribute("data-status", "saved");
  await answer(bert, "Thames");
  await next(host, "reveal");
  for (const page of [anna, bert])
    await expect(page.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
});

test("HST-06 a double click on the large button is one step", async ({ browser, venue }) => {
  const { host, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  await host.getByTestId("next-step").dblclick();
  for (const page of [host, anna]) await inPhase(page, "roundIntro");
  await next(host, "question");
  await inPhase(anna, "question");
});

test("+15 s gives every phone 15 more seconds, and a lock now takes no more answers", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 1, ["Anna", "Bert"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  const closesAt = async () => {
    const { view } = await hostView(host, night.sessionId);
    return view.shared.phase === "question" ? (view.shared.closesAt ?? Number.NaN) : Number.NaN;
  };
  const before = await closesAt();
  const shown = await secondsOn(anna);
  await host.getByTestId("extend").click();
  await expect.poll(async () => (await closesAt()) - before).toBe(15_000);
  await expect.poll(() => secondsOn(anna)).toBeGreaterThan(shown);

  await answer(anna, "Thames");
  await host.getByTestId("lock").click();
  for (const page of [host, anna, bert]) await inPhase(page, "locked");
  await expect(choice(bert, "Thames")).toHaveCount(0);
  await expect(anna.getByTestId("my-answer")).toContainText("Thames");
});

test("HST-05 five presses of Skip within a second void one question and open the next one once", async ({
  browser,
  venue,
}) => {
  const { host, night, anna } = await nightWith(browser, venue, 6, ["Anna"]);
  await toQuestion(host);
  await answer(anna, "Thames");
  await host.getByTestId("skip").click({ clickCount: 5, delay: 60 });
  await expect(host.getByTestId("question")).toHaveText("River 2?");
  await expect(anna.getByTestId("question")).toHaveText("River 2?");
  const { questions, players } = await resultsOf(host, night);
  expect(questions.map((question) => question.skipped)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
  expect(players[0]?.points).toBe(0);
});

test("places come up one by one from the bottom, and no phone knows its own before the big screen shows it", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 1, ["Anna", "Bert"]);
  const screen = await openScreen(host, night);
  await host.getByTestId("standings-show-choice").selectOption("staged");
  await expect(host.getByText(/No phone knows its place/)).toBeVisible();
  await toQuestion(host);
  await answer(anna, "Thames");
  await answer(bert, "Severn");
  await next(host, "reveal");
  await inPhase(anna, "reveal");
  await expect(anna.getByTestId("rank")).toHaveCount(0);
  await next(host, "standings");
  await expect(host.getByTestId("room-sees")).toHaveText("Only you see this list.");
  await expect(host.getByTestId("standings").getByRole("listitem")).toContainText(["Anna", "Bert"]);
  await expect(screen.getByTestId("covered-place")).toHaveCount(2);
  for (const phone of [anna, bert]) await expect(phone.getByTestId("covered")).toBeVisible();
  await expect(host.getByTestId("next-step")).toContainText("Show the next place");
  await host.getByTestId("next-step").click();
  await expect(screen.getByTestId("standings-row")).toHaveText(/Bert/);
  await expect(bert.getByTestId("rank")).toContainText("of 2");
  await expect(anna.getByTestId("covered")).toBeVisible();
  await expect(anna.getByTestId("rank")).toHaveCount(0);
  await host.getByTestId("uncover-all").click();
  await expect(screen.getByTestId("standings-row")).toContainText(["Anna", "Bert"]);
  await expect(anna.getByTestId("rank")).toBeVisible();
  await host.getByTestId("undo").click();
  await expect(screen.getByTestId("covered-place")).toHaveCount(1);
  await expect(anna.getByTestId("covered")).toBeVisible();
  await host.getByTestId("standings-show-choice").selectOption("hidden");
  await expect(screen.getByTestId("no-places")).toBeVisible();
  await expect(bert.getByTestId("covered")).toContainText("The places stay secret.");
  await next(host, "finished");
  await expect(screen.getByTestId("podium-1")).toContainText("Anna");
  await expect(bert.getByTestId("rank")).toContainText("2nd");
});

test("HST-07 a night ended at question 4 is over everywhere within two seconds, and a new one begins fresh", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 5, ["Anna", "Bert"]);
  const screen = await openScreen(host, night);
  await toQuestion(host);
  for (const number of [1, 2, 3]) {
    await expect(anna.getByTestId("question")).toHaveText(`River ${number}?`);
    if (number === 1) await answer(anna, "Thames");
    await next(host, "reveal");
    await next(host, "question");
  }
  await expect(anna.getByTestId("question")).toHaveText("River 4?");
  await insist(host, host.getByTestId("end"));
  await Promise.all([anna, bert, screen].map((page) => inPhase(page, "finished", { timeout: 2_000 })));
  await expect(anna.getByTestId("rank")).toHaveAttribute("data-points", "10");

  // the old link says so, the old PIN leads nowhere
  const stranger = await (await newPhone(browser)).newPage();
  watchErrors(stranger);
  await stranger.goto(night.joinUrl);
  await expect(stranger.getByText("This quiz is over.")).toBeVisible();
  await stranger.goto(`${venue.url}/play/${night.pin}`);
  await expect(stranger.getByTestId("refusal")).toHaveText(/No quiz has that PIN/);

  await host.goto(`${venue.url}/host`);
  await host
    .getByTestId("quiz")
    .filter({ has: host.getByText("Pub night", { exact: true }) })
    .getByTestId("host-quiz")
    .click();
  await host.waitForURL("**/host/session?id=*");
  await inPhase(host, "lobby");
  const { pin } = (await hostView(host, new URL(host.url()).searchParams.get("id") ?? "")).view;
  expect(pin).not.toBe(night.pin);
  await playersIn(host, 0);
  // the same phone, which played the old one, takes a seat like anybody
  const again = await joinAsPlayer(anna.context(), venue, pin, "Anna");
  await toQuestion(host);
  await expect(again.getByTestId("question")).toHaveText("River 1?");
  await next(host, "reveal");
  await expect(again.getByTestId("rank")).toHaveAttribute("data-points", "0");
});
