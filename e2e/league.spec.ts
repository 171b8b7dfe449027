import type { BrowserContext, Page } from "@playwright/test";
import {
  answer,
  ask,
  expect,
  hostPage,
  insist,
  joinAsPlayer,
  type Night,
  newPhone,
  next,
  openNight,
  test,
  toQuestion,
  type Venue,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

type Team = { phone: BrowserContext; name: string; says: string };

/** A night of one question; the console stands at the podium afterwards. */
async function shortNight(host: Page, venue: Venue, teams: Team[]): Promise<Night> {
  const night = await openNight(host, venue, riverQuiz(1));
  const pages: Page[] = [];
  for (const { phone, name } of teams) pages.push(await joinAsPlayer(phone, venue, night.pin, name));
  await toQuestion(host);
  for (const [index, page] of pages.entries()) await answer(page, teams[index]?.says ?? "");
  await next(host, "reveal");
  await next(host, "standings");
  await next(host, "finished");
  for (const page of pages) await page.close();
  return night;
}

/** Place, team and total of every row. */
async function hasRows(host: Page, rows: [place: string, team: string, total: string][]): Promise<void> {
  for (const [index, cell] of ["league-place", "league-team", "league-total"].entries())
    await expect(host.getByTestId(cell)).toHaveText(rows.map((row) => row[index] ?? ""));
}

test("two nights make a league: a team under another name is known by its phone, the same name on another phone asks, and table, history and CSV agree", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  await host.getByRole("link", { name: "Leagues" }).click();
  await expect(host.getByTestId("no-league")).toBeVisible();

  const [owls, foxes] = [await newPhone(browser), await newPhone(browser)];
  await shortNight(host, venue, [
    { phone: owls, name: "Owls", says: "Thames" },
    { phone: foxes, name: "Foxes", says: "Tyne" },
  ]);
  // from the finished card of the console, into a league that is begun with this night
  await host.getByTestId("add-to-league").click();
  await host.getByTestId("league-save").click();
  await expect(host.getByRole("dialog")).toContainText("Give the league a name.");
  await host.getByTestId("league-name").fill("Tuesdays at the Fox");
  await host.getByTestId("league-save").click();
  await host.waitForURL("**/host/league?id=*");
  await hasRows(host, [
    ["1", "Owls", "10"],
    ["2", "Foxes", "0"],
  ]);

  const second = await shortNight(host, venue, [
    { phone: owls, name: "Night Owls", says: "Thames" },
    { phone: await newPhone(browser), name: "Foxes", says: "Thames" },
    { phone: await newPhone(browser), name: "Newts", says: "Tyne" },
  ]);
  // from the results page, into the league that is there
  await host.getByTestId("results").click();
  await host.getByTestId("add-to-league").click();
  await host.getByTestId("add-here").click();
  await host.waitForURL(`**/host/league?id=*&night=${second.sessionId}`);
  await expect(host.getByTestId("open-seat")).toHaveCount(1);
  await expect(host.getByTestId("open-seat")).toContainText("Foxes");
  const nightOwls = host.getByTestId("linked-seat").filter({ hasText: "Night Owls" });
  await expect(nightOwls).toContainText("known by its phone");
  await host.getByTestId("confirm-link").click();
  await expect(host.getByTestId("open-seat")).toHaveCount(0);
  await host.getByTestId("to-table").click();
  await host.waitForURL(/\/host\/league\?id=[\w-]+$/);
  await hasRows(host, [
    ["1", "Owls", "20"],
    ["2", "Foxes", "10"],
    ["3", "Newts", "0"],
  ]);

  const csv = await ask<string>(host, (await host.getByTestId("csv").getAttribute("href")) ?? "");
  const lines = csv.body
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  expect(lines.slice(1)).toEqual([
    `1,"Owls",20,2,1,10,10,1,10,10`,
    `2,"Foxes",10,2,2,0,0,1,10,10`,
    `3,"Newts",0,1,"","","",3,0,0`,
  ]);

  // by places: 2 + 3 for the Owls
  await host.getByTestId("league-settings").click();
  await host.getByTestId("league-by").selectOption("places");
  await host.getByTestId("league-save").click();
  await expect(host.getByRole("dialog")).toBeHidden();
  await hasRows(host, [
    ["1", "Owls", "5"],
    ["2", "Foxes", "4"],
    ["3", "Newts", "1"],
  ]);

  await host.getByTestId("league-team").first().click();
  await expect(host.getByTestId("team-name")).toHaveText("Owls");
  await expect(host.getByTestId("played-as")).toHaveText(["Owls", "Night Owls"]);
  await expect(host.getByTestId("team-place")).toContainText("1st with 5, 2 nights played");
  await host.getByTestId("to-table").click();

  await insist(host, host.getByTestId("take-out").last());
  await expect(host.getByTestId("league-night")).toHaveCount(1);
  await hasRows(host, [
    ["1", "Owls", "2"],
    ["2", "Foxes", "1"],
  ]);
});
