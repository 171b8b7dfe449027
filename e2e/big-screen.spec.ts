import type { BrowserContext, Page } from "@playwright/test";
import jsQR from "jsqr";
import {
  answer,
  choice,
  expect,
  hostPage,
  inPhase,
  joinAll,
  joinAsPlayer,
  newPhone,
  next,
  openNight,
  openScreen,
  takeSeat,
  test,
  toQuestion,
  typeAnswer,
  watchErrors,
} from "./fixtures";
import { choiceQuestion, numberQuestion, quizOf, riverQuiz, typedQuestion } from "./quizzes";

/** The pixels of a screenshot, taken apart by a browser: nothing else here reads PNG. */
async function decodeQr(page: Page, picture: Buffer): Promise<string | undefined> {
  const blank = await page.context().newPage();
  const { width, height, base64 } = await blank.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let binary = "";
    for (let at = 0; at < pixels.length; at += 8192)
      binary += String.fromCharCode(...pixels.subarray(at, at + 8192));
    return { width: image.width, height: image.height, base64: btoa(binary) };
  }, picture.toString("base64"));
  await blank.close();
  return jsQR(new Uint8ClampedArray(Buffer.from(base64, "base64")), width, height)?.data;
}

test("NET-07 LAN-03 the code on a big screen, decoded from a picture of it, leads a phone in", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  const screen = await openScreen(host, night);
  await expect(screen.getByTestId("typed-url")).toHaveText(new URL(venue.url).host);
  await expect(screen.getByTestId("pin")).toHaveText(
    new RegExp(`^${night.pin.slice(0, 3)}\\s?${night.pin.slice(3)}$`),
  );
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const) {
    await screen.setViewportSize({ width, height });
    // the whole screen, as a camera sees it
    await expect.poll(async () => decodeQr(screen, await screen.screenshot())).toBe(night.joinUrl);
    // 280 px with the light margin that belongs to it
    const mat = await screen.getByTestId("qr-code").locator("..").boundingBox();
    expect(mat?.width).toBeGreaterThanOrEqual(280);
  }

  const phone = await (await newPhone(browser)).newPage();
  watchErrors(phone);
  await phone.goto(night.joinUrl);
  await takeSeat(phone, "Anna");
  await inPhase(phone, "lobby");
  await expect(screen.getByText("Anna")).toBeVisible();
  await expect(screen.getByTestId("player-count")).toHaveText("1");
});

/** Everything that reached a page: bodies of replies and frames of sockets. */
function recordTraffic(context: BrowserContext) {
  const heard: { from: string; text: string }[] = [];
  const reading: Promise<unknown>[] = [];
  context.on("response", (reply) => {
    const read = reply.text().then(
      (text) => heard.push({ from: new URL(reply.url()).pathname, text }),
      // a redirect, a 204 or a poll that was given up has no body
      () => undefined,
    );
    reading.push(read);
  });
  context.on("page", (page) => {
    page.on("websocket", (socket) => {
      socket.on("framereceived", ({ payload }) =>
        heard.push({
          from: "socket",
          text: typeof payload === "string" ? payload : payload.toString("utf8"),
        }),
      );
    });
  });
  return async (pages: Page[]) => {
    await Promise.all(reading);
    const contents = await Promise.all(
      pages.map(async (page) => ({ from: "page", text: await page.content() })),
    );
    return [...heard, ...contents];
  };
}

/** Words of the key itself: they may be in the program's own scripts, but in nothing that speaks of this night. */
const keyWords =
  /isCorrect|"correct"|correctChoiceIds|answerText|"accepted"|"tolerance"|hostNotes|explanation/;
/** What only the author of this quiz wrote: it may be nowhere at all. */
const secrets = ["Gloucestershire heron", "Ask the landlord", "quercitron", "barrelmakery", "84739.25"];

test("ANS-09 ANS-12 nothing that reaches a phone or the big screen before the reveal tells the answer or how others chose", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(
    host,
    venue,
    quizOf([
      choiceQuestion("Which river runs through London?", "Thames", ["Severn", "Tyne"], {
        explanation: "The Gloucestershire heron knows.",
        hostNotes: "Ask the landlord",
      }),
      typedQuestion("Which tree dyes yellow?", ["quercitron", "barrelmakery"]),
      numberQuestion("How many casks?", 84739.25),
    ]),
  );
  // the big screen in a browser of its own, without the host's cookie
  const contexts = [await browser.newContext(), await newPhone(browser), await newPhone(browser)] as const;
  const [screenContext, socketPhone, polledPhone] = contexts;
  await polledPhone.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  const everything = contexts.map(recordTraffic);
  const screen = await screenContext.newPage();
  watchErrors(screen);
  await screen.goto(night.screenUrl);
  const anna = await joinAsPlayer(socketPhone, venue, night.pin, "Anna");
  const bert = await joinAsPlayer(polledPhone, venue, night.pin, "Bert");
  const pages = [screen, anna, bert];
  const heardSoFar = async () =>
    (await Promise.all(everything.map((all, index) => all([pages[index]!])))).flat();
  const clean = async (leakable: string[]) => {
    for (const { from, text } of await heardSoFar()) {
      for (const secret of leakable) expect(text.includes(secret), `${secret} in ${from}`).toBe(false);
      if (from === "socket" || from.startsWith("/api/"))
        expect(keyWords.exec(text)?.[0], `the key in ${from}: ${text.slice(0, 300)}`).toBeUndefined();
      expect(/"distribution"|"rightCount"/.test(from === "socket" ? text : ""), "picks of others").toBe(
        false,
      );
    }
  };

  await clean(secrets);
  await toQuestion(host);
  for (const page of pages) await inPhase(page, "question");
  await answer(anna, "Thames");
  await answer(bert, "Tyne");
  await expect(screen.getByTestId("answered")).toHaveText(/^2/);
  await clean(secrets);
  await host.getByTestId("lock").click();
  for (const page of pages) await inPhase(page, "locked");
  await anna.reload();
  await screen.reload();
  for (const page of pages) await inPhase(page, "locked");
  await clean(secrets);

  // the reveal does tell, so the net has no hole this could have slipped through
  await next(host, "reveal");
  for (const page of pages) await inPhase(page, "reveal");
  await expect(anna.getByText("The Gloucestershire heron knows.")).toBeVisible();
  const told = await heardSoFar();
  for (const source of [/^socket$/, /^\/api\/sessions\/.*\/view$/])
    expect(told.some(({ from, text }) => source.test(from) && text.includes("Gloucestershire heron"))).toBe(
      true,
    );
  const afterFirst = ["Ask the landlord", "quercitron", "barrelmakery", "84739.25"];
  for (const { from, text } of told)
    for (const secret of afterFirst) expect(text.includes(secret), `${secret} in ${from}`).toBe(false);

  // typed and counted questions carry no choices, so their key must not travel in any other shape
  await next(host, "question");
  await typeAnswer(anna, "oak");
  await next(host, "reveal");
  for (const page of pages) await inPhase(page, "reveal");
  await next(host, "question");
  for (const page of pages) await inPhase(page, "question");
  const later = await heardSoFar();
  for (const { from, text } of later)
    for (const secret of ["Ask the landlord", "barrelmakery", "84739.25"])
      expect(text.includes(secret), `${secret} in ${from}`).toBe(false);
  expect(later.some(({ text }) => text.includes("quercitron"))).toBe(true);
});

test("NAM-05 NAM-03 a name of markup or of right-to-left letters is text on phone, console and big screen", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  const screen = await openScreen(host, night);
  const markup = "<svg/onload=alert(1)>";
  const arabic = "مرحبا 5";
  const [evil, rtl] = await joinAll(browser, venue, night.pin, [markup, arabic]);
  for (const page of [host, screen, evil!, rtl!])
    page.on("dialog", () => {
      throw new Error("a name was run as a program");
    });
  await toQuestion(host);
  await answer(evil!, "Thames");
  await expect(choice(rtl!, "Thames")).toBeVisible();
  await next(host, "reveal");
  await next(host, "standings");
  for (const page of [host, screen, evil!, rtl!]) {
    await inPhase(page, "standings");
    await expect(page.getByText(markup, { exact: true }).first()).toBeVisible();
    const name = page.getByText(arabic, { exact: true }).first();
    await expect(name).toBeVisible();
    expect(await name.evaluate((element) => element.closest("bdi, [dir=auto]") !== null)).toBe(true);
  }
  expect(await host.locator("svg[onload]").count()).toBe(0);
});
