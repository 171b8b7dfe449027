/** Everybody of the pub night, from the file of the quiz to six teams in the lobby. */
import type { Browser, Page } from "@playwright/test";
import { exportJson } from "../lib/formats/export-json";
import { pngOf } from "../lib/server/media/sample-media.test-support";
import {
  expect,
  hostPage,
  inPhase,
  joinAsPlayer,
  type Night,
  newPhone,
  openScreen,
  takeSeat,
  teamRow,
  type Venue,
  watchErrors,
} from "./fixtures";
import { backup, bonus, lost, paper, plain, pubNightQuiz, solo, trio } from "./pub-night-sheet";
import { look } from "./pub-night-tables";

export type Room = {
  host: Page;
  screen: Page;
  night: Night;
  marker: Page;
  /** by team; the team of three has three, and what one of them shows all must show */
  phones: Record<string, Page[]>;
};
export const allPhones = ({ phones }: Room) => Object.values(phones).flat();
export const phoneOf = ({ phones }: Room, team: string): Page => phones[team]![0]!;

/** The file comes in by the import page; pictures and the bonus for speed are set where hosts set them. */
async function prepareQuiz(host: Page): Promise<void> {
  await host.getByTestId("import").click();
  const file = {
    name: "crown.json",
    mimeType: "application/json",
    buffer: Buffer.from(exportJson(pubNightQuiz())),
  };
  await host.getByTestId("file").setInputFiles(file);
  await host.getByTestId("save").click();
  await host.waitForURL("**/host/quiz?id=*");
  const rounds = host.getByTestId("round-rules").locator("..");
  const pictures = rounds.filter({ hasText: "2. Pictures" });
  for (const [index, [width, height]] of [
    [640, 400],
    [600, 400],
    [400, 500],
  ].entries()) {
    await pictures.getByTestId("edit-question").nth(index).click();
    const buffer = pngOf(width!, height!, [], 60 + 50 * index);
    await host
      .getByTestId("media-file")
      .setInputFiles({ name: `${index}.png`, mimeType: "image/png", buffer });
    await expect(host.getByTestId("picture")).toBeVisible();
    await host.getByTestId("media-alt").fill(`Picture ${index + 1}`);
    await host.getByTestId("keep-question").click();
    await expect(host.getByTestId("dialog")).toBeHidden();
  }
  const quick = rounds.filter({ hasText: "3. Quick fire" });
  await quick.getByTestId("round-bonus").selectOption("first");
  await quick.getByTestId("bonus-points").fill(String(bonus.points));
  await quick.getByTestId("bonus-count").fill(String(bonus.count));
  await look("00-editor", { console: host });
  await host.getByTestId("save-quiz").click();
  await expect(host.getByTestId("unsaved")).toBeHidden();
}

async function openDoors(host: Page, venue: Venue): Promise<Night> {
  await host.getByTestId("host-quiz").click();
  await host.waitForURL("**/host/session?id=*");
  await inPhase(host, "lobby");
  const consoleUrl = host.url();
  return {
    sessionId: new URL(consoleUrl).searchParams.get("id") ?? "",
    pin: (await host.getByTestId("pin").textContent())?.replace(/\s/g, "") ?? "",
    joinUrl: (await host.getByTestId("qr-code").getAttribute("data-value")) ?? "",
    screenUrl: venue.url + (await host.getByTestId("open-screen").getAttribute("href")),
    consoleUrl,
  };
}

/** By the code on the wall. */
export async function scan(browser: Browser, { joinUrl }: Night): Promise<Page> {
  const phone = await (await newPhone(browser)).newPage();
  watchErrors(phone);
  await phone.goto(joinUrl);
  await expect(phone.getByTestId("name")).toBeVisible();
  return phone;
}
async function scanAndJoin(browser: Browser, night: Night, name: string): Promise<Page> {
  const phone = await scan(browser, night);
  await takeSeat(phone, name);
  await expect(phone.getByTestId("my-name")).toHaveText(name);
  return phone;
}
export async function withSeatCode(phone: Page, code: string): Promise<void> {
  await phone.getByTestId("had-seat").click();
  await phone.getByTestId("seat-code").fill(code);
  await phone.getByTestId("take-seat").click();
}

/** The second phone by the code on the first one's screen, the third by the seat code read out across the table. */
async function joinTrio(browser: Browser, venue: Venue, night: Night): Promise<Page[]> {
  const first = await joinAsPlayer(await newPhone(browser), venue, night.pin, trio);
  await first.getByTestId("add-phone").click();
  const link = await first.getByTestId("team-phone").getByTestId("qr-code").getAttribute("data-value");
  const second = await (await newPhone(browser)).newPage();
  watchErrors(second);
  await second.goto(link ?? "");
  await second.getByTestId("join-team").click();
  const third = await scan(browser, night);
  await withSeatCode(third, (await first.getByTestId("my-seat-code").textContent()) ?? "");
  for (const phone of [second, third]) await expect(phone.getByTestId("my-name")).toHaveText(trio);
  return [first, second, third];
}

async function joinOnBackup(browser: Browser, venue: Venue, night: Night): Promise<Page> {
  const context = await newPhone(browser);
  await context.routeWebSocket(/socket\.io/, (socket) => void socket.close());
  return joinAsPlayer(context, venue, night.pin, backup);
}

async function addPaperTeam(host: Page): Promise<void> {
  await host.getByTestId("add-paper-team").click();
  await host.getByTestId("paper-name").fill(paper);
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(teamRow(host, paper)).toHaveAttribute("data-paper", "true");
}

/** A second person with a phone, by the link of the marking page. */
async function openMarker(browser: Browser, host: Page, night: Night): Promise<Page> {
  await host.getByRole("link", { name: "Marking", exact: true }).click();
  await host.getByTestId("marker-link").click();
  const link = (await host.getByTestId("marker-url").getAttribute("href")) ?? "";
  await host.getByRole("button", { name: "Close" }).click();
  await host.getByRole("link", { name: "Live", exact: true }).click();
  await expect(host).toHaveURL(night.consoleUrl);
  await inPhase(host, "lobby");
  const marker = await (await newPhone(browser)).newPage();
  watchErrors(marker);
  await marker.goto(link);
  return marker;
}

export async function everybodyIn(browser: Browser, venue: Venue): Promise<Room> {
  const host = await hostPage(browser, venue);
  await host.setViewportSize({ width: 1440, height: 900 });
  await prepareQuiz(host);
  const night = await openDoors(host, venue);
  const screen = await openScreen(host, night);
  await screen.setViewportSize({ width: 1920, height: 1080 });
  const [three, sam, back, loser, bears] = await Promise.all([
    joinTrio(browser, venue, night),
    scanAndJoin(browser, night, solo),
    joinOnBackup(browser, venue, night),
    scanAndJoin(browser, night, lost),
    joinAsPlayer(await newPhone(browser), venue, night.pin, plain),
  ]);
  await addPaperTeam(host);
  const marker = await openMarker(browser, host, night);
  const phones = { [trio]: three, [solo]: [sam], [backup]: [back], [lost]: [loser], [plain]: [bears] };
  await expect(host.getByTestId("player-count")).toHaveText("6");
  await expect(teamRow(host, backup)).toHaveAttribute("data-link", "fallback");
  await expect(teamRow(host, trio)).toContainText("3 phones");
  return { host, screen, night, marker, phones };
}
