/** Points at stake and points given away: set by the host, seen by the teams it concerns, the same on every screen. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Question, Quiz } from "../lib/contracts/quiz";
import {
  ask,
  expect,
  hostPage,
  inPhase,
  joinAll,
  next,
  openNight,
  openScreen,
  teamRow,
  test,
  typeAnswer,
} from "./fixtures";
import { typedQuestion } from "./quizzes";

const quiz: Quiz = {
  title: "Pub night",
  rounds: [
    { id: randomUUID(), title: "Warm-up", questions: [typedQuestion("What barks?", ["dog"])] },
    {
      id: randomUUID(),
      title: "The last one",
      questions: [{ ...typedQuestion("What purrs?", ["cat"]), wager: { max: 20 } } as Question],
    },
  ],
};

test("a wager is ticked in the editor of a question and comes back as it was set", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const saved = await ask<{ quizId: string }>(host, "/api/quizzes", { json: quiz });
  await host.goto(`${venue.url}/host/quiz?id=${saved.body.quizId}`);
  await host.getByTestId("edit-question").first().click();
  await expect(host.getByTestId("question-wager-max")).toBeHidden();
  await host.getByTestId("question-wager").check();
  await host.getByTestId("question-wager-max").fill("1001");
  await host.getByTestId("keep-question").click();
  await expect(host.getByRole("dialog").getByRole("alert").filter({ hasText: "1 to 1000" })).toBeVisible();
  await host.getByTestId("question-wager-max").fill("15");
  await host.getByTestId("keep-question").click();
  await expect(host.getByTestId("question-details")).toContainText([
    "a wager of up to 15",
    "a wager of up to 20",
  ]);
});

test("teams stake before the question, a large one gives points away, and every screen says the same", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, quiz);
  const [many, few] = (await joinAll(browser, venue, night.pin, ["Many", "Few"])) as [Page, Page];
  const screen = await openScreen(host, night);

  // the host's rule, and how many they are
  await expect(many.getByTestId("team-size")).toBeHidden();
  await host.getByTestId("handicap-per").selectOption("night");
  await host.getByTestId("handicap-free").fill("0");
  await host.getByTestId("save-handicap").click();
  await expect(host.getByTestId("handicap-fault")).toContainText("1 to 99");
  await host.getByTestId("handicap-free").fill("4");
  await host.getByTestId("handicap-points").fill("2");
  await host.getByTestId("save-handicap").click();
  await expect(host.getByTestId("handicap-words")).toContainText("2 teams have not said how many they are");
  await many.getByTestId("heads-slider").fill("6");
  await many.getByTestId("heads-more").click();
  await many.getByTestId("save-heads").click();
  await expect(many.getByTestId("team-size")).toHaveAttribute("data-heads", "7");
  await expect(teamRow(host, "Many").getByTestId("heads")).toContainText("7");
  await teamRow(host, "Few").locator("summary").click();
  await teamRow(host, "Few").getByTestId("size").click();
  await host.getByTestId("team-heads").fill("3");
  await host.getByTestId("confirm").click();
  await expect(few.getByTestId("team-size")).toHaveAttribute("data-heads", "3");
  await expect(few.getByTestId("save-heads")).toBeHidden();

  await next(host, "roundIntro");
  await expect(many.getByTestId("wager")).toBeHidden();
  await next(host, "question");
  await typeAnswer(many, "dog");
  await next(host, "reveal");
  await expect(many.getByTestId("handicap")).toContainText("−6 points");
  await expect(many.getByTestId("rank")).toHaveAttribute("data-points", "4");
  await expect(few.getByTestId("handicap")).toBeHidden();
  await next(host, "standings");
  await expect(screen.getByTestId("handicap")).toContainText("−6");
  await expect(host.getByTestId("handicap")).toContainText("−6");

  // the stakes
  await next(host, "roundIntro");
  await expect(screen.getByTestId("wager-round")).toContainText("up to 20 points");
  await many.getByTestId("stake-slider").fill("20");
  await expect(many.getByTestId("wager")).toHaveAttribute("data-staked", "20");
  await few.getByTestId("stake-more").click();
  await few.getByTestId("stake-more").click();
  await expect(few.getByTestId("wager")).toHaveAttribute("data-staked", "2");
  await expect(host.getByTestId("wagers")).toHaveAttribute("data-count", "2");
  // changed, after a reload too
  await many.reload();
  await expect(many.getByTestId("wager")).toHaveAttribute("data-staked", "20");
  await many.getByTestId("take-stake-back").click();
  await expect(many.getByTestId("wager")).toHaveAttribute("data-staked", "0");
  await many.getByTestId("stake-slider").fill("20");
  await expect(many.getByTestId("wager")).toHaveAttribute("data-staked", "20");
  await many.getByTestId("stake-less").click();
  await expect(many.getByTestId("wager")).toHaveAttribute("data-staked", "19");
  await expect(many.getByTestId("wager")).toHaveAttribute("data-status", "saved");

  await next(host, "question");
  await inPhase(many, "question");
  await expect(many.getByTestId("stake-line")).toContainText("19 points");
  await typeAnswer(many, "cat");
  await typeAnswer(few, "dog");
  await next(host, "reveal");
  await expect(many.getByTestId("wager-outcome")).toContainText("+19 points");
  await expect(few.getByTestId("wager-outcome")).toContainText("−2 points");
  await next(host, "standings");
  await next(host, "finished");
  await expect(many.getByTestId("rank")).toHaveAttribute("data-points", "33");
  await expect(few.getByTestId("rank")).toHaveAttribute("data-points", "-2");
  await expect(screen.getByTestId("podium-1")).toContainText("33");

  await host.getByTestId("results").click();
  await expect(host.getByTestId("result-points")).toHaveText(["33", "−2"]);
  await expect(host.getByTestId("result-handicap")).toHaveText(["−6", ""]);
  await expect(host.getByTestId("result-wager")).toHaveText(["+19", "−2"]);
});
