/** Pictures and sounds: from the host's disk to the wall, the phones and the console. */
import type { Page } from "@playwright/test";
import type { HostView } from "../lib/contracts/views";
import { jpegOf, pngOf, text, wavOf } from "../lib/server/media/sample-media.test-support";
import { ask, expect, hostPage, inPhase, joinAll, newPhone, next, openScreen, test } from "./fixtures";
import { choiceQuestion, quizOf, typedQuestion } from "./quizzes";

const png = (shade: number) => ({
  name: "cassiopeia.png",
  mimeType: "image/png",
  buffer: pngOf(320, 200, [], shade),
});
const wav = { name: "bohemian-rhapsody.wav", mimeType: "audio/wav", buffer: wavOf(1) };

const openEditor = async (host: Page, index: number) => {
  await host.getByTestId("edit-question").nth(index).click();
  await expect(host.getByTestId("media-field")).toBeVisible();
};
const addFile = async (host: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  host.getByTestId("media-file").setInputFiles(file);
const keep = async (host: Page) => {
  await host.getByTestId("keep-question").click();
  await expect(host.getByTestId("dialog")).toBeHidden();
};
/** A picture that is there has a size of its own. */
const isShown = async (page: Page) => {
  const picture = page.getByTestId("picture");
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
};

test("a host adds a picture and a sound; the room sees and hears them where they belong", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const quiz = quizOf([
    choiceQuestion("Which constellation is this lopsided W?", "Cassiopeia", ["Lyra", "Corvus", "Orion"]),
    typedQuestion("Who sings?", ["Queen"]),
  ]);
  const { body } = await ask<{ quizId: string }>(host, "/api/quizzes", { json: quiz });
  await host.goto(`${venue.url}/host/quiz?id=${body.quizId}`);

  // what is no picture is said in words, and nothing is kept
  await openEditor(host, 0);
  await addFile(host, {
    name: "picture.png",
    mimeType: "image/png",
    buffer: text("<svg onload='alert(1)'/>"),
  });
  await expect(host.getByTestId("media-fault")).toContainText("SVG");
  await addFile(host, { name: "cut.jpg", mimeType: "image/jpeg", buffer: jpegOf().subarray(0, 40) });
  await expect(host.getByTestId("media-fault")).toContainText("cut off");

  // one picture, taken away again, then another
  await addFile(host, png(60));
  await isShown(host);
  await host.getByTestId("remove-media").click();
  await expect(host.getByTestId("picture")).toBeHidden();
  await addFile(host, png(120));
  await isShown(host);
  await host.getByTestId("media-alt").fill("Five bright stars over a town");
  await keep(host);

  await openEditor(host, 1);
  await addFile(host, wav);
  await expect(host.getByTestId("sound-preview")).toBeVisible();
  await keep(host);
  await host.getByTestId("save-quiz").click();
  await expect(host.getByTestId("unsaved")).toBeHidden();
  await host.reload();
  await openEditor(host, 0);
  await isShown(host);
  await expect(host.getByTestId("media-alt")).toHaveValue("Five bright stars over a town");
  await host.keyboard.press("Escape");

  await host.getByTestId("host-quiz").click();
  await host.waitForURL("**/host/session?id=*");
  await inPhase(host, "lobby");
  const sessionId = new URL(host.url()).searchParams.get("id") ?? "";
  const { view } = (await ask<{ view: HostView }>(host, `/api/sessions/${sessionId}/host`)).body;
  const [phone] = await joinAll(browser, venue, view.pin, ["The Lopsided"]);
  if (!phone) throw new Error("nobody came");
  const screen = await openScreen(host, {
    sessionId,
    pin: view.pin,
    joinUrl: view.joinUrl,
    screenUrl: venue.url + view.screenPath,
    consoleUrl: host.url(),
  });
  await screen.getByTestId("sound").click();
  await expect(screen.getByTestId("sound")).toHaveAttribute("data-state", "on");

  await next(host, "roundIntro");
  await next(host, "question");
  for (const page of [phone, screen, host]) {
    await inPhase(page, "question");
    await isShown(page);
  }
  await expect(phone.getByTestId("picture")).toHaveAttribute("alt", "Five bright stars over a town");
  // the address says nothing of what is shown
  expect(await phone.getByTestId("picture").getAttribute("src")).toMatch(/^\/media\/[\w-]{22}$/);
  // four choices stand beside the picture, whole
  const board = await screen.getByTestId("choice-3").boundingBox();
  const picture = await screen.getByTestId("picture").boundingBox();
  expect(board && picture && board.x > picture.x + picture.width - 1).toBe(true);
  expect(board && board.y + board.height < 720).toBe(true);
  // fingers may still zoom
  const zoom = await phone.locator('meta[name="viewport"]').getAttribute("content");
  expect(zoom).not.toMatch(/user-scalable|maximum-scale/);

  await next(host, "reveal");
  await next(host, "question");
  await inPhase(screen, "question");
  await expect(phone.getByTestId("on-big-screen")).toContainText("Listen to the big screen");
  await expect(phone.locator("audio")).toHaveCount(0);
  await expect(host.getByTestId("sound-preview")).toBeVisible();
  const audio = screen.getByTestId("audio");
  await expect(audio).toHaveAttribute("data-state", /playing|ended/);
  await expect
    .poll(() => audio.evaluate((element) => (element as HTMLAudioElement).currentTime))
    .toBeGreaterThan(0);
  await expect(audio).toHaveAttribute("data-state", "ended");
  await screen.getByTestId("play-media").click();
  await expect(audio).toHaveAttribute("data-state", "playing");
});

test("on a sheet the picture is in the open row, and comes late rather than never", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const uploaded = await host.evaluate(
    async (bytes) => {
      const reply = await fetch("/api/media", { method: "POST", body: new Uint8Array(bytes) });
      return (await reply.json()) as { mediaId: string; kind: "image" };
    },
    [...png(200).buffer],
  );
  const media = { mediaId: uploaded.mediaId, kind: uploaded.kind, alt: "" };
  const quiz = quizOf([{ ...typedQuestion("Which constellation?", ["Cassiopeia"]), media }]);
  const sheet = { ...quiz, rounds: quiz.rounds.map((round) => ({ ...round, pace: "sheet" as const })) };
  const { body } = await ask<{ quizId: string }>(host, "/api/quizzes", { json: sheet });
  const opened = await ask<{ sessionId: string; pin: string }>(host, "/api/sessions", {
    json: { quizId: body.quizId },
  });
  await host.goto(`${venue.url}/host/session?id=${opened.body.sessionId}`);
  await inPhase(host, "lobby");

  const context = await newPhone(browser);
  let dropped = 0;
  await context.route("**/media/**", (route) => {
    dropped += 1;
    return dropped <= 2 ? route.abort() : route.continue();
  });
  const phone = await context.newPage();
  await phone.goto(`${venue.url}/play/${opened.body.pin}`);
  await phone.getByTestId("name").fill("Patience");
  await phone.getByTestId("take-seat").click();
  await inPhase(phone, "lobby");
  await next(host, "roundIntro");
  await next(host, "question");
  const row = phone.getByTestId("sheet-row-1");
  await expect(row).toBeVisible();
  if ((await row.getByTestId("picture").count()) === 0) await row.getByRole("button").first().click();
  await isShown(phone);
  expect(dropped).toBeGreaterThan(2);
});
