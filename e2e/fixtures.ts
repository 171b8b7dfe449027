/** A production server of its own for each test, and people who use it as people do: by the screens. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export type Venue = {
  /** plain http on a made-up host name: no secure context */
  url: string;
  restart(signal: NodeJS.Signals): Promise<void>;
};

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => done(typeof address === "object" && address ? address.port : 0));
    });
  });

async function startServer(port: number, dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--enable-source-maps", "dist/server.mjs"], {
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}/readyz`;
  await expect
    .poll(
      () =>
        fetch(url).then(
          (reply) => reply.status,
          () => 0,
        ),
      { timeout: 30_000, intervals: [100] },
    )
    .toBe(200);
  return child;
}

const gone = (child: ChildProcess) =>
  new Promise<void>((done) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", () => done()) : done(),
  );

export const test = base.extend<{ venue: Venue; noErrors: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's shape
  venue: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "roomful-e2e-"));
    const port = await freePort();
    let server = await startServer(port, dataDir);
    await use({
      url: `http://pub.test:${port}`,
      async restart(signal) {
        server.kill(signal);
        await gone(server);
        server = await startServer(port, dataDir);
      },
    });
    server.kill("SIGTERM");
    await gone(server);
    rmSync(dataDir, { recursive: true, force: true });
  },
  noErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the parameter's shape
    async ({}, use) => {
      pageErrors.length = 0;
      await use(undefined);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Errors of a page fail the test: nothing may throw on plain http. */
const pageErrors: string[] = [];
const watchErrors = (page: Page) => page.on("pageerror", (error) => pageErrors.push(String(error)));

export async function hostPage(browser: Browser, venue: Venue): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  watchErrors(page);
  await page.goto(`${venue.url}/host/sign-in`);
  await page.getByTestId("guest").click();
  await page.waitForURL("**/host");
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
  await page.getByTestId("name").fill(name);
  await page.getByTestId("take-seat").click();
  await expect(phaseOf(page)).toHaveAttribute("data-phase", /./);
  await expect(page.getByTestId("my-name")).toHaveText(name);
  return page;
}

const phaseOf = (page: Page) => page.getByTestId("phase");
export const inPhase = (page: Page, phase: string) =>
  expect(phaseOf(page)).toHaveAttribute("data-phase", phase);
