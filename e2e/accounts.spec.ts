import type { Page } from "@playwright/test";
import { ask, expect, hostPage, inPhase, joinAll, next, openNight, signInPage, test } from "./fixtures";
import { riverQuiz } from "./quizzes";

const password = "a pint of bitter";

/** To the form for a new account, which a guest may see at once. */
async function wantsAccount(page: Page): Promise<void> {
  const name = page.getByTestId("host-name");
  await expect(async () => {
    if (!(await name.isVisible())) await page.getByTestId("switch").click();
    await expect(name).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function signUp(page: Page, email: string, name = ""): Promise<void> {
  await wantsAccount(page);
  if (name) await page.getByTestId("host-name").fill(name);
  await page.getByTestId("email").fill(email);
  await page.getByTestId("password").fill(password);
  await page.getByTestId("enter").click();
  await page.waitForURL("**/host");
}

async function signIn(page: Page, email: string, typed: string): Promise<void> {
  await page.getByTestId("email").fill(email);
  await page.getByTestId("password").fill(typed);
  await page.getByTestId("enter").click();
}

test("LAN-01 a host signs up on plain http, signs out, and gets in again; a wrong password is told in words", async ({
  browser,
  venue,
}) => {
  const page = await signInPage(browser, venue);
  await signUp(page, "landlady@pub.example", "The landlady");
  await expect(page.getByText("The landlady")).toBeVisible();
  // something to host at once
  await expect(page.getByTestId("quiz")).toHaveCount(2);

  await page.getByTestId("sign-out").click();
  await expect(page.getByTestId("quiz")).toHaveCount(0);
  await page.goto(`${venue.url}/host`);
  await page.waitForURL("**/host/sign-in?next=*");

  await signIn(page, "landlady@pub.example", "a pint of mild");
  await expect(page.getByTestId("refusal")).toHaveText("That email and password do not go together.");
  await signIn(page, "landlady@pub.example", password);
  await page.waitForURL("**/host");
  await expect(page.getByText("The landlady")).toBeVisible();
});

test("a second account with the same email is refused in words and nothing is signed in", async ({
  browser,
  venue,
}) => {
  const first = await signInPage(browser, venue);
  await signUp(first, "twice@pub.example");
  const second = await signInPage(browser, venue);
  await wantsAccount(second);
  await second.getByTestId("email").fill("twice@pub.example");
  await second.getByTestId("password").fill("another password");
  await second.getByTestId("enter").click();
  await expect(second.getByTestId("refusal")).toHaveText(/already/i);
  expect((await ask(second, "/api/me")).status).toBe(401);
});

test("a guest who makes an account keeps the quizzes and the sessions", async ({ browser, venue }) => {
  const host = await hostPage(browser, venue);
  await openNight(host, venue, riverQuiz(2));
  await host.goto(`${venue.url}/host`);
  await host.getByRole("link", { name: "Create an account" }).click();
  await signUp(host, "keeper@pub.example", "Guest no more");
  await expect(host.getByText("Guest no more")).toBeVisible();
  await expect(
    host.getByTestId("quiz").filter({ has: host.getByText("Pub night", { exact: true }) }),
  ).toHaveCount(1);
  await expect(host.getByRole("link", { name: "Go on" })).toHaveCount(1);
});

test("HST-01 a guest who makes an account in the middle of a night goes on hosting it, from any browser", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2));
  const [anna] = await joinAll(browser, venue, night.pin, ["Anna"]);
  await next(host, "roundIntro");

  const upgrade = await host.context().newPage();
  await upgrade.goto(`${venue.url}/host`);
  await upgrade.getByRole("link", { name: "Create an account" }).click();
  await signUp(upgrade, "guest@pub.example");

  // the console that was open all the while goes on, and so does one opened anew
  await next(host, "question");
  await inPhase(anna!, "question");
  await host.reload();
  await inPhase(host, "question");
  await next(host, "reveal");

  // and from another browser, which only an account can do
  const elsewhere = await signInPage(browser, venue);
  await signIn(elsewhere, "guest@pub.example", password);
  await elsewhere.waitForURL("**/host");
  await elsewhere.goto(night.consoleUrl);
  await inPhase(elsewhere, "reveal");
  await next(elsewhere, "question");
  await inPhase(anna!, "question");
});

test("another host's session is refused in words, on the console and in the API", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  const stranger = await hostPage(browser, venue);
  await stranger.goto(night.consoleUrl);
  await expect(stranger.getByTestId("refusal")).toHaveText(/belongs to another host|may not do that/);
  const reply = await ask<{ code: string }>(stranger, `/api/sessions/${night.sessionId}/results`);
  expect([reply.status, reply.body.code]).toEqual([403, "FORBIDDEN"]);
});
