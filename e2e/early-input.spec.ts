/** A page that is painted and whose program is still on its way over a full WiFi: what is typed meanwhile counts. */
import type { Browser, Page } from "@playwright/test";
import {
  expect,
  hostPage,
  inPhase,
  newPhone,
  openNight,
  takeSeat,
  test,
  type Venue,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

/** The page without its program, and the press that lets it in. */
async function paintedOnly(page: Page, url: string): Promise<() => Promise<void>> {
  let letIn = () => {};
  const open = new Promise<void>((done) => {
    letIn = done;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await open;
    await route.continue();
  });
  await page.goto(url, { waitUntil: "commit" });
  return async () => {
    letIn();
    // the page it was pressed to may be there already
    await page.waitForLoadState("load");
  };
}

async function phoneAt(browser: Browser, venue: Venue, path: string) {
  const page = await (await newPhone(browser)).newPage();
  watchErrors(page);
  return { page, letProgramIn: await paintedOnly(page, venue.url + path) };
}

test("a PIN typed on the start page before its program is there leads to the quiz, pressed early or late", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  for (const [name, isEarly] of [
    ["Early", true],
    ["Late", false],
  ] as const) {
    const { page, letProgramIn } = await phoneAt(browser, venue, "/");
    await page.getByTestId("pin-input").fill(night.pin);
    if (isEarly) {
      await page.getByTestId("join").click({ noWaitAfter: true });
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    await letProgramIn();
    if (!isEarly) await page.getByTestId("join").click();
    await takeSeat(page, name);
    await inPhase(page, "lobby");
  }
});

test("email and password filled in before the program is there sign the host in", async ({
  browser,
  venue,
}) => {
  const account = { name: "Host", email: "early@pub.example", password: "a pint of bitter" };
  const first = await hostPage(browser, venue);
  await first.evaluate(async (json) => {
    await fetch("/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  }, account);
  const { page, letProgramIn } = await phoneAt(browser, venue, "/host/sign-in");
  await page.getByTestId("email").fill(account.email);
  await page.getByTestId("password").fill(account.password);
  await letProgramIn();
  await page.getByTestId("enter").click();
  await page.waitForURL("**/host");
});

test("a quiz file chosen before the program is there is read, and may be chosen again when it is mended", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const letProgramIn = await paintedOnly(host, `${venue.url}/host/import`);
  const file = (text: string) => ({ name: "quiz.gift", mimeType: "text/plain", buffer: Buffer.from(text) });
  await host.getByTestId("file").setInputFiles(file("::One::Which river? {=Thames ~Tyne}"));
  await letProgramIn();
  await expect(host.getByTestId("save")).toContainText("Save 1 question");
  // a browser says nothing where the field holds the same file already
  await expect(host.getByTestId("file")).toHaveValue("");
  const mended = "::One::Which river? {=Thames ~Tyne}\n\n::Two::A firkin is larger. {FALSE}";
  await host.getByTestId("file").setInputFiles(file(mended));
  await expect(host.getByTestId("save")).toContainText("Save 2 questions");
});
