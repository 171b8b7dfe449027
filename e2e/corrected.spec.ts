/** After the answer: what the screens say of a correction, where picture and sound are then, and links made anew. */
import type { Page } from "@playwright/test";
import { pngOf, wavOf } from "../lib/server/media/sample-media.test-support";
import {
  ask,
  expect,
  hostPage,
  hostView,
  inPhase,
  joinAll,
  newPhone,
  next,
  openNight,
  openScreen,
  order,
  test,
  toQuestion,
  typeAnswer,
} from "./fixtures";
import { choiceQuestion, quizOf, typedQuestion } from "./quizzes";

const upload = (host: Page, bytes: Uint8Array) =>
  host.evaluate(
    async (sent) => {
      const reply = await fetch("/api/media", { method: "POST", body: new Uint8Array(sent) });
      const { mediaId, kind } = (await reply.json()) as { mediaId: string; kind: "image" | "audio" };
      return { mediaId, kind };
    },
    [...bytes],
  );

test("a late mark is said on the big screen and on the phone it concerns, survives a reload, and goes with the next step", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(
    host,
    venue,
    quizOf([typedQuestion("What barks?", ["spaniel"], { points: 2 })]),
  );
  const [owls, foxes] = (await joinAll(browser, venue, night.pin, ["Owls", "Foxes"])) as [Page, Page];
  const screen = await openScreen(host, night);
  await toQuestion(host);
  for (const page of [owls, foxes]) await inPhase(page, "question");
  await typeAnswer(owls, "Spanial");
  await typeAnswer(foxes, "spaniel");
  await next(host, "reveal");
  await next(host, "standings");
  await inPhase(screen, "standings");
  await expect(screen.getByTestId("corrected")).toHaveCount(0);

  const { view } = await hostView(host, night.sessionId);
  const questionId = (
    await ask<{ questions: { questionId: string }[] }>(host, `/api/sessions/${night.sessionId}/marking`)
  ).body.questions[0]?.questionId;
  expect(view.shared.phase).toBe("standings");
  const mark = (fraction: number | null) =>
    ask(host, `/api/sessions/${night.sessionId}/marking`, {
      json: { type: "markGroup", questionId, key: "spanial", fraction },
    });
  await mark(1);
  await expect(screen.getByTestId("corrected")).toContainText("Question 1 was corrected");
  await expect(screen.getByTestId("corrected")).not.toContainText("Owls");
  await expect(owls.getByTestId("own-correction")).toContainText("you now have 2 of 2 points");
  await expect(foxes.getByTestId("correction")).toContainText("It changes none of your points.");
  await expect(foxes.getByTestId("own-correction")).toHaveCount(0);
  for (const page of [owls, screen]) await page.reload();
  await expect(owls.getByTestId("own-correction")).toBeVisible();
  await expect(screen.getByTestId("corrected")).toBeVisible();

  await mark(null);
  await expect(screen.getByTestId("corrected")).toHaveCount(0);
  await expect(owls.getByTestId("own-correction")).toHaveCount(0);
  await mark(1);
  await expect(owls.getByTestId("own-correction")).toBeVisible();
  await next(host, "finished");
  await inPhase(owls, "finished");
  await expect(owls.getByTestId("own-correction")).toHaveCount(0);
  await expect(screen.getByTestId("corrected")).toHaveCount(0);
});

test("a phone on the fallback hears of a correction, too", async ({ browser, venue }) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, quizOf([typedQuestion("What barks?", ["spaniel"])]));
  const context = await newPhone(browser);
  await context.route("**/socket.io/**", (route) => route.abort());
  const phone = await context.newPage();
  await phone.addInitScript(() => {
    window.WebSocket = class {
      constructor() {
        throw new Error("no sockets here");
      }
    } as unknown as typeof WebSocket;
  });
  await phone.goto(`${venue.url}/play/${night.pin}`);
  await phone.getByTestId("name").fill("Owls");
  await phone.getByTestId("take-seat").click();
  await inPhase(phone, "lobby");
  await toQuestion(host);
  await inPhase(phone, "question", { timeout: 20_000 });
  await typeAnswer(phone, "Spanial");
  await next(host, "reveal");
  await inPhase(phone, "reveal");
  const { view } = await hostView(host, night.sessionId);
  await order(host, night, {
    type: "markGroup",
    questionId: view.question?.id ?? "",
    key: "spanial",
    fraction: 1,
  });
  await expect(phone.getByTestId("own-correction")).toContainText("Question 1 was corrected: you now have");
});

test("a picture is still there when answers are locked and shown; a sound waits for a click", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const [picture, sound] = [await upload(host, pngOf(320, 200, [], 90)), await upload(host, wavOf(1))];
  const quiz = quizOf([
    {
      ...choiceQuestion("Which constellation?", "Cassiopeia", ["Lyra", "Corvus", "Orion"]),
      media: { ...picture, alt: "" },
      explanation: "Five bright stars, seen all year.",
    },
    { ...typedQuestion("Who sings?", ["Queen"]), media: { ...sound, alt: "" } },
  ]);
  const night = await openNight(host, venue, quiz);
  await joinAll(browser, venue, night.pin, ["The Lopsided"]);
  const screen = await openScreen(host, night);
  await screen.getByTestId("sound").click();
  await toQuestion(host);
  await order(host, night, { type: "lockQuestion" });
  for (const phase of ["locked", "reveal"]) {
    if (phase === "reveal") await order(host, night, { type: "advance" });
    await inPhase(screen, phase);
    const shown = screen.getByTestId("picture");
    await expect(shown).toBeVisible();
    await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [768, 1024],
    ] as const) {
      await screen.setViewportSize({ width, height });
      const box = await shown.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
    }
    await screen.setViewportSize({ width: 1280, height: 720 });
  }
  // beside the answer, not over it
  const right = await screen.locator('[data-right="true"]').boundingBox();
  const box = await screen.getByTestId("picture").boundingBox();
  expect(right && box && right.x + right.width <= box.x).toBe(true);
  await expect(screen.getByTestId("explanation")).toBeInViewport();

  await order(host, night, { type: "advance" });
  await expect(screen.getByTestId("audio")).toHaveAttribute("data-state", /playing|ended/);
  await order(host, night, { type: "lockQuestion" });
  await inPhase(screen, "locked");
  await expect(screen.getByTestId("audio")).toHaveCount(0);
  await order(host, night, { type: "advance" });
  await inPhase(screen, "reveal");
  const audio = screen.getByTestId("audio");
  await expect(screen.getByTestId("answer-text")).toBeVisible();
  // nor when the sound of the page is turned off and on
  for (const state of ["off", "on"]) {
    await screen.getByTestId("sound").click();
    await expect(screen.getByTestId("sound")).toHaveAttribute("data-state", state);
  }
  await expect(audio).toHaveAttribute("data-state", "waiting");
  expect(await audio.evaluate((element) => (element as HTMLAudioElement).currentTime)).toBe(0);
  await screen.getByTestId("play-media").click();
  await expect(audio).toHaveAttribute("data-state", /playing|ended/);
});

test("links made anew: the big screen of the old one says where to open the new, which the console offers", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, quizOf([typedQuestion("What barks?", ["spaniel"])]));
  const screen = await openScreen(host, night);
  await host.getByTestId("cohost-link").click();
  await expect(host.getByTestId("renew-cohost")).toHaveText(/co-host, marker and big screen/);
  await host.getByTestId("renew-cohost").click();
  await expect(screen.getByTestId("screen-message")).toContainText("Open it from the host console");
  const reopened = host.context().waitForEvent("page");
  await host.getByTestId("reopen-screen").click();
  await inPhase(await reopened, "lobby");
});
