/** What is no sheet and no choice: a slide, a buzzer, the closest number and a tie-break. */

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Question } from "../lib/contracts/quiz";
import {
  ask,
  expect,
  hostPage,
  hostView,
  joinAsPlayer,
  newPhone,
  next,
  openNight,
  openScreen,
  test,
} from "./fixtures";
import { numberQuestion, questionBase } from "./quizzes";

test("TMR-07 a slide, a buzzer, the closest number and a tie-break: each phone is told where it stands", async ({
  browser,
  venue,
}) => {
  const buzzer: Question = { ...questionBase("Who sings this?"), type: "buzzer", answer: "a wren" };
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, {
    title: "Pub night",
    rounds: [
      {
        id: randomUUID(),
        title: "Ears",
        questions: [
          { ...questionBase("The kitchen closes at ten."), type: "info" },
          buzzer,
          { ...numberQuestion("How high is the tower?", 330), closestWins: true } as Question,
          { ...numberQuestion("How many steps has it?", 1665), isTieBreak: true } as Question,
        ],
      },
    ],
  });
  const screen = await openScreen(host, night);
  const [anna, bert] = [
    await joinAsPlayer(await newPhone(browser), venue, night.pin, "Anna"),
    await joinAsPlayer(await newPhone(browser), venue, night.pin, "Bert"),
  ];
  await next(host, "roundIntro");
  await next(host, "question");
  for (const page of [anna, bert]) {
    await expect(page.getByTestId("question")).toHaveText("The kitchen closes at ten.");
    await expect(page.getByRole("timer")).toHaveCount(0);
  }
  await expect(screen.getByTestId("info")).toBeVisible();

  await host.getByTestId("next-step").click();
  await anna.getByTestId("buzzer").click();
  await expect(anna.getByTestId("answer-status")).toContainText("You are first");
  await bert.getByTestId("buzzer").click();
  await expect(bert.getByTestId("answer-status")).toContainText("You are 2nd in line");
  await expect(screen.getByTestId("first-buzz")).toContainText("Anna");
  const { view } = await hostView(host, night.sessionId);
  // the first is wrong: the next is called on screen and phone; the host takes it back
  await host.getByTestId("buzz-wrong").first().click();
  await expect(bert.getByTestId("answer-status")).toContainText(
    "The others missed. Say your answer out loud.",
  );
  await expect(anna.getByTestId("answer-status")).toContainText("Your answer was wrong.");
  await expect(screen.getByTestId("first-buzz")).toContainText("Your turn: say it out loud");
  await expect(screen.getByTestId("first-buzz").locator("s")).toHaveText("Anna");
  await host.getByTestId("buzz-take-back").click();
  await expect(anna.getByTestId("answer-status")).toContainText("You are first");
  await expect(screen.getByTestId("first-buzz")).toHaveAttribute("data-turn", "now");
  const playerId = view.live.buzzes[0]?.playerId;
  // ids are the house's own: a quiz gets new ones when it is saved
  const questionId = view.question?.id;
  const marked = await ask<{ ok: boolean }>(host, `/api/sessions/${night.sessionId}/commands`, {
    json: { type: "overrideMark", questionId, playerId, fraction: 1, reason: "a wren" },
  });
  expect(marked.body).toMatchObject({ ok: true });
  await next(host, "reveal");
  await expect(anna.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await expect(bert.getByTestId("verdict")).toContainText("Another team was quicker.");
  await expect(screen.getByTestId("winners")).toContainText("Anna");

  const typed = async (of: [Page, string][]) => {
    await next(host, "question");
    for (const [phone, text] of of) {
      await phone.getByTestId("typed-answer").fill(text);
      await phone.getByTestId("send-answer").click();
      await expect(phone.getByTestId("answer-status")).toHaveAttribute("data-status", "saved");
    }
    await next(host, "reveal");
  };
  await typed([
    [anna, "300"],
    [bert, "320"],
  ]);
  await expect(bert.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await expect(anna.getByTestId("winners")).toContainText("Closest: Bert (320)");
  await expect(screen.getByTestId("winners")).toContainText("Bert");
  for (const phone of [anna, bert])
    await expect(phone.getByTestId("rank")).toHaveAttribute("data-points", "10");

  await typed([
    [anna, "1000"],
    [bert, "1600"],
  ]);
  await next(host, "standings");
  await expect(screen.getByTestId("standings-row").first()).toContainText("Bert");
  await expect(screen.getByTestId("standings-row").nth(1)).toHaveAttribute("data-rank", "2");
});
