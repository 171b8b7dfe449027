/** The people of a night, who use the product as people do: by the screens. The server they meet is in venue.ts. */
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { hasBase } from "../lib/client/host-session";
import type { HostCommand } from "../lib/contracts/commands";
import type { ResultsReply } from "../lib/contracts/http";
import type { Quiz } from "../lib/contracts/quiz";
import type { Envelope, HostView } from "../lib/contracts/views";
import { riverQuiz } from "./quizzes";
import { openVenue, type Settings, type Venue } from "./venue";

export type { Venue } from "./venue";

/** Errors of a page fail the test: nothing may throw on plain http. */
const pageErrors: string[] = [];
export const watchErrors = (page: Page) => page.on("pageerror", (error) => pageErrors.push(String(error)));

export const test = base.extend<{ tidyUp: undefined }, { settings: Settings; venue: Venue }>({
  /** the server's environment; a file that sets it gets a server of its own */
  settings: [{}, { option: true, scope: "worker" }],
  venue: [
    async ({ settings }, use) => {
      const venue = await openVenue(settings);
      await use(venue);
      await venue.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  tidyUp: [
    async ({ browser }, use) => {
      pageErrors.length = 0;
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

// ---- the API as a page asks it ---------------------------------------------------------------------------------------

type Asked<T> = { status: number; headers: Record<string, string>; body: T };

/** With the cookies and the origin of the page. */
export function ask<T>(
  page: Page,
  path: string,
  o: { method?: string; json?: unknown; token?: string } = {},
): Promise<Asked<T>> {
  return page.evaluate(
    async ({ path, method, json, token }) => {
      const reply = await fetch(path, {
        method: method ?? (json === undefined ? "GET" : "POST"),
        redirect: "manual",
        headers: {
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await reply.text();
      const isJson = /\bjson\b/.test(reply.headers.get("content-type") ?? "");
      return {
        status: reply.status,
        headers: Object.fromEntries(reply.headers),
        body: (isJson ? JSON.parse(text) : text) as T,
      };
    },
    { path, ...o },
  );
}

// ---- hosts -----------------------------------------------------------------------------------------------------------

const laptop = { viewport: { width: 1280, height: 720 } };

/** A host without an account, on the list of quizzes. */
export async function hostPage(browser: Browser, venue: Venue): Promise<Page> {
  const page = await (await browser.newContext(laptop)).newPage();
  watchErrors(page);
  await page.goto(`${venue.url}/host/sign-in`);
  await page.getByTestId("guest").click();
  await page.waitForURL("**/host");
  return page;
}

/** A browser nobody has signed in with, at the sign-in page. */
export async function signInPage(browser: Browser, venue: Venue): Promise<Page> {
  const page = await (await browser.newContext(laptop)).newPage();
  watchErrors(page);
  await page.goto(`${venue.url}/host/sign-in`);
  await expect(page.getByTestId("enter")).toBeVisible();
  return page;
}

/** Imports a file and opens a session of it. */
export async function openQuiz(page: Page, file: { name: string; text: string }): Promise<void> {
  await page.getByTestId("import").click();
  await page
    .getByTestId("file")
    .setInputFiles({ name: file.name, mimeType: "text/plain", buffer: Buffer.from(file.text) });
  await page.getByTestId("save").click();
  await page.waitForURL("**/host/quiz?id=*");
  await page.getByTestId("host-quiz").click();
  await page.waitForURL("**/host/session?id=*");
  await expect(page.getByTestId("pin")).toBeVisible();
}

export type Night = {
  sessionId: string;
  pin: string;
  joinUrl: string;
  screenUrl: string;
  consoleUrl: string;
};

/** Saves a quiz, opens a session of it and goes to its console. */
export async function openNight(host: Page, venue: Venue, quiz: Quiz): Promise<Night> {
  const saved = await ask<{ quizId: string }>(host, "/api/quizzes", { json: quiz });
  expect(saved.status).toBe(201);
  const opened = await ask<{ sessionId: string; pin: string }>(host, "/api/sessions", {
    json: { quizId: saved.body.quizId },
  });
  expect(opened.status).toBe(201);
  const { sessionId, pin } = opened.body;
  const consoleUrl = `${venue.url}/host/session?id=${sessionId}`;
  await host.goto(consoleUrl);
  await inPhase(host, "lobby");
  const { view } = await hostView(host, sessionId);
  return { sessionId, pin, joinUrl: view.joinUrl, screenUrl: venue.url + view.screenPath, consoleUrl };
}

export async function hostView(host: Page, sessionId: string): Promise<Envelope<HostView>> {
  return (await ask<Envelope<HostView>>(host, `/api/sessions/${sessionId}/host`)).body;
}

export const playersIn = (host: Page, count: number) =>
  expect(host.getByTestId("player-count")).toHaveText(String(count));

export const resultsOf = async (host: Page, night: Night): Promise<ResultsReply> =>
  (await ask<ResultsReply>(host, `/api/sessions/${night.sessionId}/results`)).body;

type Order = HostCommand extends infer C ? (C extends { basedOn: number } ? Omit<C, "basedOn"> : C) : never;

/** An order straight to the API, for what a test needs done but is not about. */
export async function order(host: Page, night: Night, command: Order): Promise<void> {
  const { version } = await hostView(host, night.sessionId);
  const reply = await ask<{ ok: boolean; code?: string }>(host, `/api/sessions/${night.sessionId}/commands`, {
    json: hasBase(command) ? { ...command, basedOn: version } : command,
  });
  expect(reply.body).toMatchObject({ ok: true });
}

/** The large button, until the console shows where it leads. */
export async function next(host: Page, phase: string): Promise<void> {
  await host.getByTestId("next-step").click();
  await inPhase(host, phase);
}

/** From the lobby or a reveal to the next open question. */
export async function toQuestion(host: Page): Promise<void> {
  if ((await host.getByTestId("phase").getAttribute("data-phase")) === "lobby")
    await next(host, "roundIntro");
  await next(host, "question");
}

/** Presses what may ask once more before it is done: by the browser's own question or by one of the page. */
export async function insist(host: Page, button: Locator, words?: string): Promise<void> {
  host.removeAllListeners("dialog").once("dialog", (dialog) => dialog.accept(words));
  const asked = host.getByRole("dialog");
  await button.click();
  if (!(await asked.isVisible())) return;
  if (words !== undefined) await asked.getByRole("textbox").fill(words);
  await asked.getByTestId("confirm").click();
  await expect(asked).toBeHidden();
}

/** What a host can do about one team. */
export async function forTeam(
  host: Page,
  name: string,
  act: "Rename" | "Remove" | "Ban",
  words?: string,
): Promise<void> {
  const row = teamRow(host, name);
  await row.locator("summary").click();
  await insist(host, row.getByRole("button", { name: act }), words);
}

/** The row of a team in the console's list. */
export const teamRow = (host: Page, name: string): Locator =>
  host.getByTestId("team").filter({ has: host.getByText(name, { exact: true }) });

// ---- phones and the big screen ---------------------------------------------------------------------------------------

export async function newPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
}

export async function joinAsPlayer(
  context: BrowserContext,
  venue: Venue,
  pin: string,
  name: string,
): Promise<Page> {
  const page = await context.newPage();
  watchErrors(page);
  await page.goto(`${venue.url}/play`);
  await page.getByTestId("pin").fill(pin);
  await page.getByTestId("find").click();
  await takeSeat(page, name);
  await expect(phaseOf(page)).toHaveAttribute("data-phase", /./);
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
  return page;
}

export async function takeSeat(page: Page, name: string): Promise<void> {
  await page.getByTestId("name").fill(name);
  await page.getByTestId("take-seat").click();
}

/** A phone of its own for each name, all in. */
export const joinAll = (browser: Browser, venue: Venue, pin: string, names: string[]): Promise<Page[]> =>
  Promise.all(names.map(async (name) => joinAsPlayer(await newPhone(browser), venue, pin, name)));

/** A night of so many rivers, and a phone in it for each name. */
export async function nightWith(browser: Browser, venue: Venue, questions: number, names: string[]) {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(questions));
  const phones = await joinAll(browser, venue, night.pin, names);
  return { host, night, phones, anna: phones[0]!, bert: phones[1]! };
}

export async function openScreen(host: Page, night: Night): Promise<Page> {
  const screen = await host.context().newPage();
  watchErrors(screen);
  await screen.goto(night.screenUrl);
  await expect(phaseOf(screen)).toHaveAttribute("data-phase", /lobby|roundIntro|question|reveal|standings/);
  return screen;
}

const phaseOf = (page: Page) => page.getByTestId("phase");
export const inPhase = (page: Page, phase: string, o: { timeout?: number } = {}) =>
  expect(phaseOf(page)).toHaveAttribute("data-phase", phase, o);

export const choice = (page: Page, text: string): Locator => page.getByRole("button", { name: text });
export const answerStatus = (page: Page, status: "saved" | "kept" | "refused") =>
  expect(page.getByTestId("answer-status")).toHaveAttribute("data-status", status);

/** Taps a choice and waits until the phone says that the house has it. */
export async function answer(page: Page, text: string): Promise<void> {
  await choice(page, text).click();
  await answerStatus(page, "saved");
}

export async function typeAnswer(page: Page, text: string): Promise<void> {
  await page.getByTestId("typed-answer").fill(text);
  await page.getByTestId("send-answer").click();
  await answerStatus(page, "saved");
}

/** The time left as a screen reader hears it: the digits themselves may be drawn as minutes. */
export async function secondsOn(phone: Page): Promise<number> {
  const label = await phone.getByRole("timer").getAttribute("aria-label");
  return Number(/^(\d+) seconds? left$/.exec(label ?? "")?.[1]);
}
