/** What teams, host and marker do in the rounds of the pub night. */
import type { Locator, Page } from "@playwright/test";
import { expect, teamRow } from "./fixtures";
import { allPhones, type Room } from "./pub-night-room";
import { paper } from "./pub-night-sheet";
import { look } from "./pub-night-tables";

export const row = (phone: Page, number: number): Locator => phone.getByTestId(`sheet-row-${number}`);
export async function openRow(phone: Page, number: number): Promise<Locator> {
  const closed = row(phone, number).getByRole("button", { expanded: false }).first();
  if ((await row(phone, number).getByRole("button", { expanded: true }).count()) === 0) await closed.click();
  return row(phone, number);
}
export async function write(phone: Page, number: number, text: string): Promise<void> {
  const field = (await openRow(phone, number)).getByTestId("sheet-answer");
  await field.fill(text);
  await field.press("Enter");
  await expect(row(phone, number)).toHaveAttribute("data-state", "saved");
}
export async function writeAll(phone: Page, answers: Record<number, string>): Promise<void> {
  for (const [number, text] of Object.entries(answers)) await write(phone, Number(number), text);
}
export async function tick(phone: Page, number: number, choice: string): Promise<void> {
  await (await openRow(phone, number)).getByRole("button", { name: choice }).click();
  await expect(row(phone, number)).toHaveAttribute("data-state", "saved");
}
export const written = (phone: Page, number: number, text: string) =>
  expect
    .poll(async () => {
      const field = row(phone, number).getByTestId("sheet-answer");
      return (await field.count()) > 0
        ? field.inputValue()
        : row(phone, number).getByTestId("row-answer").textContent({ timeout: 1_000 });
    })
    .toBe(text);

export async function readOut(room: Room, number: number): Promise<void> {
  await room.host.getByTestId("next-step").click();
  for (const phone of allPhones(room)) await expect(row(phone, number)).toBeVisible();
}

/** Two thumbs on one row: both are typing when the first of them is saved, and the other is told, not overwritten. */
export async function writeAtOnce([first, second, third]: Page[]): Promise<void> {
  const words = new Map([
    [first!, "Ljubljana"],
    [second!, "Maribor, I think"],
  ]);
  const fields = await Promise.all(
    [...words].map(async ([phone, text]) => {
      const field = (await openRow(phone, 1)).getByTestId("sheet-answer");
      await field.focus();
      return { field, text };
    }),
  );
  // letter by letter: a phone sends the first words after a pause in typing
  await Promise.all(fields.map(({ field, text }) => field.pressSequentially(text, { delay: 60 })));
  const conflictOn = (phone: Page) => row(phone, 1).getByTestId("team-conflict");
  const told = async () =>
    (await Promise.all([...words.keys()].map((phone) => conflictOn(phone).count()))).filter(Boolean).length;
  await expect.poll(told).toBe(1);
  const isFirstTold = (await conflictOn(first!).count()) === 1;
  const [late, early] = isFirstTold ? [first!, second!] : [second!, first!];
  await expect(conflictOn(late).getByTestId("mine")).toHaveText(`“${words.get(late)}”`);
  await expect(conflictOn(late).getByTestId("theirs")).toHaveText(`“${words.get(early)}”`);
  await look("03-two-write-at-once", { phone: late });
  if (isFirstTold) {
    await conflictOn(late).getByTestId("use-mine").click();
    // now the other one, whose words are still in the field, is told
    await expect(conflictOn(early).getByTestId("theirs")).toHaveText(`“${words.get(late)}”`);
  }
  await conflictOn(second!).getByTestId("keep-theirs").click();
  for (const phone of [first!, second!, third!]) {
    await written(phone, 1, "Ljubljana");
    await expect(conflictOn(phone)).toBeHidden();
  }
}

/** The answers of a locked sheet, one by one, until the standings. */
export async function revealNext(room: Room, text: string): Promise<void> {
  await room.host.getByTestId("next-step").click();
  await expect(room.screen.getByTestId("phase")).toContainText(text);
  for (const phone of allPhones(room)) await expect(phone.getByTestId("right-answer")).toContainText(text);
}

const groupOf = (page: Page, text: string) =>
  page.getByTestId("group").filter({ has: page.getByTestId("group-text").getByText(text, { exact: true }) });
export async function mark(
  { marker }: Room,
  question: string,
  text: string,
  as: "right" | "half",
): Promise<void> {
  const picked = await marker
    .getByTestId("pick-question")
    .locator("option", { hasText: question })
    .textContent();
  await marker.getByTestId("pick-question").selectOption({ label: picked ?? "" });
  await groupOf(marker, text).getByTestId(`mark-${as}`).tap();
  await expect(groupOf(marker, text)).toHaveAttribute("data-fraction", as === "right" ? "1" : "0.5");
}

/** The landlord's pencil: the round on show is offered. */
export async function enterPaperScore(host: Page, points: string): Promise<void> {
  const team = teamRow(host, paper);
  if (!(await team.getByTestId("round-score").isVisible())) await team.locator("summary").click();
  await team.getByTestId("round-score").click();
  await host.getByTestId("adjust-points").fill(points);
  await host.getByTestId("dialog").getByTestId("confirm").click();
  await expect(host.getByTestId("dialog")).toHaveCount(0);
  await team.locator("summary").click();
}
