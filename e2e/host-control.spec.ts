import type { Browser } from "@playwright/test";
import {
  answer,
  ask,
  choice,
  expect,
  forTeam,
  hostPage,
  hostView,
  inPhase,
  insist,
  joinAll,
  joinAsPlayer,
  newPhone,
  next,
  openNight,
  openScreen,
  order,
  secondsOn,
  takeSeat,
  test,
  toQuestion,
  type Venue,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

/** Answers on their way still count this long after the deadline (docs/api.md). */
const graceMs = 500;

async function nightWith(browser: Browser, venue: Venue, questions: number, names: string[]) {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(questions));
  const phones = await joinAll(browser, venue, night.pin, names);
  return { host, night, phones, anna: phones[0]!, bert: phones[1]! };
}

test("HST-01 a host who closes the console finds its very phase again, in the same browser and in another", async ({
  browser,
  venue,
}) => {
  const first = await hostPage(browser, venue);
  const account = { name: "Host", email: "reopen@pub.example", password: "a pint of bitter" };
  expect((await ask(first, "/api/auth/sign-up/email", { json: account })).status).toBe(200);
  const night = await openNight(first, venue, riverQuiz(2));
  const laptop = first.context();
  const elsewhere = await (await browser.newContext()).newPage();
  watchErrors(elsewhere);
  await elsewhere.goto(`${venue.url}/host/sign-in`);
  await elsewhere.getByTestId("email").fill(account.email);
  await elsewhere.getByTestId("password").fill(account.password);
  await elsewhere.getByTestId("enter").click();
  await elsewhere.waitForURL("**/host");

  const steps = [
    ["lobby", "next-step"],
    ["roundIntro", "next-step"],
    ["question", "pause"],
    ["paused", "next-step"],
    ["question", "lock"],
    ["locked", "next-step"],
    ["reveal", "show-standings"],
    ["standings", "next-step"],
  ] as const;
  let host = first;
  for (const [phase, button] of steps) {
    await inPhase(host, phase);
    await host.close();
    host = await laptop.newPage();
    await host.goto(night.consoleUrl);
    await inPhase(host, phase);
    await elsewhere.goto(night.consoleUrl);
    await inPhase(elsewhere, phase);
    await host.getByTestId(button).click();
  }
  // after the standings the night goes on with question 2, from the other browser as well
  await inPhase(host, "question");
  await expect(host.getByTestId("question")).toHaveText("River 2?");
  await inPhase(elsewhere, "question");
  await next(elsewhere, "reveal");
  await inPhase(host, "reveal");
});

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
  const { body } = await ask<{ questions: { skipped: boolean }[]; players: { points: number }[] }>(
    host,
    `/api/sessions/${night.sessionId}/results`,
  );
  expect(body.questions.map((question) => question.skipped)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
  expect(body.players[0]?.points).toBe(0);
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

test("a co-host leads from another device without an account, in step with the host, until the link is made anew", async ({
  browser,
  venue,
}) => {
  const { host, anna } = await nightWith(browser, venue, 1, ["Anna"]);
  await host.getByTestId("cohost-link").click();
  const link = host.getByTestId("cohost-url");
  const url = (await link.getAttribute("href")) ?? "";
  await host.getByRole("button", { name: "Close" }).click();
  const cohost = await (await browser.newContext({ viewport: { width: 768, height: 1024 } })).newPage();
  watchErrors(cohost);
  await cohost.goto(url);
  await inPhase(cohost, "lobby");
  await toQuestion(cohost);
  for (const page of [host, anna]) await inPhase(page, "question");
  await answer(anna, "Thames");
  await next(host, "reveal");
  await inPhase(cohost, "reveal");
  for (const page of ["Marking", "Room", "Results"]) {
    await cohost.getByRole("link", { name: page, exact: true }).first().click();
    await expect(cohost).toHaveURL(/cohost=/);
    await expect(cohost.getByTestId("refusal")).toHaveCount(0);
  }
  await expect(cohost.getByText("Anna").first()).toBeVisible();
  await cohost.getByRole("link", { name: "Live", exact: true }).click();
  await inPhase(cohost, "reveal");

  await cohost.getByTestId("cohost-link").click();
  await expect(cohost.getByTestId("renew-cohost")).toHaveCount(0);
  await host.getByTestId("cohost-link").click();
  await host.getByTestId("renew-cohost").click();
  await expect(host.getByTestId("cohost-said")).toContainText("This is a new link.");
  await expect(link).not.toHaveAttribute("href", url);
  await expect(cohost.getByTestId("refusal")).toContainText("not valid any more");
  await cohost.goto((await link.getAttribute("href")) ?? "");
  await inPhase(cohost, "reveal");
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
  await expect(host.getByTestId("player-count")).toHaveText("1");
  // who has a seat comes and goes freely
  await anna.reload();
  await inPhase(anna, "lobby");

  await host.getByTestId("lock-joining").click();
  await expect(screen.getByText("The door is closed")).toHaveCount(0);
  await late.goto(night.joinUrl);
  await takeSeat(late, "Bert");
  await inPhase(late, "lobby");
  await expect(host.getByTestId("player-count")).toHaveText("2");
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
  await expect(host.getByTestId("player-count")).toHaveText("1");
  // no silent return, also by a reload
  await bert.reload();
  await expect(bert.getByTestId("name")).toBeVisible();
  await expect(host.getByTestId("player-count")).toHaveText("1");
  await takeSeat(bert, "Bert the Second");
  await inPhase(bert, "reveal");
  await expect(host.getByTestId("player-count")).toHaveText("2");

  const { body } = await ask<{
    players: { name: string; rank: number | null; points: number; removed: boolean }[];
  }>(host, `/api/sessions/${night.sessionId}/results`);
  expect(body.players.map(({ name, rank, points, removed }) => ({ name, rank, points, removed }))).toEqual([
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
  await expect(host.getByTestId("player-count")).toHaveText("1");

  await forTeam(host, "Anna", "Rename", "Anna and the Ales");
  await expect(host.getByTestId("team")).toContainText("Anna and the Ales");
  await expect(anna.getByTestId("my-name")).toHaveText("Anna and the Ales");
  await expect(screen.getByText("Anna and the Ales")).toBeVisible();
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
  await expect(host.getByTestId("player-count")).toHaveText("0");
  // the same phone, which played the old one, takes a seat like anybody
  const again = await joinAsPlayer(anna.context(), venue, pin, "Anna");
  await toQuestion(host);
  await expect(again.getByTestId("question")).toHaveText("River 1?");
  await next(host, "reveal");
  await expect(again.getByTestId("rank")).toHaveAttribute("data-points", "0");
});

test("CON-15 HST-04 with the host gone and a phone dead, the question closes at its deadline, once, for everybody", async ({
  browser,
  venue,
  request,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2, { timeLimitSeconds: 8 }));
  const [anna, dead] = await joinAll(browser, venue, night.pin, ["Anna", "Dead"]);
  const screen = await openScreen(host, night);
  await toQuestion(host);
  await inPhase(anna!, "question");
  await dead!.context().setOffline(true);
  const { version } = await hostView(host, night.sessionId);
  await host.close();
  const late = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Late");
  await inPhase(late, "question");
  await answer(anna!, "Thames");

  // the big screen's own poll tells when the server closed it, on the server's clock
  const url = night.screenUrl.replace(venue.url, venue.localUrl);
  const { searchParams } = new URL(url);
  const poll = async (since = "") => {
    const query = new URLSearchParams({
      token: searchParams.get("token") ?? "",
      ...(since ? { since, wait: "20" } : {}),
    });
    const reply = await request.get(`${venue.localUrl}/api/sessions/${night.sessionId}/screen?${query}`);
    return reply.status() === 204 ? null : await reply.json();
  };
  let seen = await poll();
  expect(seen.view.shared.phase).toBe("question");
  const { closesAt } = seen.view.shared;
  while (seen.view.shared.phase === "question") seen = (await poll(seen.cursor)) ?? seen;
  expect(seen.view.shared.phase).toBe("locked");
  expect(seen.version).toBe(version + 1);
  expect(seen.now - closesAt).toBeGreaterThan(graceMs);
  // a timer, not a poll: on a busy machine late by hundreds of milliseconds, never by a whole poll's wait of 20 s
  expect(seen.now - closesAt).toBeLessThan(graceMs + 1_000);

  for (const page of [anna!, late, screen]) await inPhase(page, "locked");
  await expect(anna!.getByTestId("my-answer")).toContainText("Thames");
  // and the host takes up where the night stands
  const back = await screen.context().newPage();
  watchErrors(back);
  await back.goto(night.consoleUrl);
  await inPhase(back, "locked");
  await next(back, "reveal");
  await inPhase(anna!, "reveal");
});

test("HST-12 a console and a big screen that slept through the deadline show the lock at once and order nothing", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2, { timeLimitSeconds: 6 }));
  const [anna] = await joinAll(browser, venue, night.pin, ["Anna"]);
  const screen = await openScreen(host, night);
  await toQuestion(host);
  const lids = await Promise.all([host, screen].map((page) => page.context().newCDPSession(page)));
  const lid = (state: "frozen" | "active") =>
    Promise.all(lids.map((session) => session.send("Page.setWebLifecycleState", { state })));
  await lid("frozen");
  await answer(anna!, "Thames");
  await inPhase(anna!, "locked", { timeout: 15_000 });
  await lid("active");
  await Promise.all([host, screen].map((page) => inPhase(page, "locked", { timeout: 3_000 })));
  await expect(anna!.getByTestId("phase")).toHaveAttribute("data-phase", "locked");
  await next(host, "reveal");
  await inPhase(anna!, "reveal");
});

test("practice bots in the lobby: a few at a press, twenty at the most, slow like teams, and gone without a trace", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1, { timeLimitSeconds: 10 }));
  const [anna] = await joinAll(browser, venue, night.pin, ["Anna"]);
  const players = host.getByTestId("player-count");
  for (const count of [5, 10, 15, 20]) {
    await host.getByTestId("add-bots").click();
    await expect(players).toHaveText(String(count + 1));
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
  await expect(players).toHaveText("1");
  const { body } = await ask<{ players: { name: string; rank: number | null; removed: boolean }[] }>(
    host,
    `/api/sessions/${night.sessionId}/results`,
  );
  expect(body.players.filter(({ removed }) => !removed).map(({ name, rank }) => [name, rank])).toEqual([
    ["Anna", 1],
  ]);
});
