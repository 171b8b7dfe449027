import {
  answer,
  ask,
  expect,
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
  test,
  toQuestion,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

/** Answers on their way still count this long after the deadline (docs/api.md). */
const graceMs = 500;

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
