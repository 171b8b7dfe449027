/** A team of two phones: who is captain, handing over, a phone taken off, and what the host does about it. */
import { type Browser, expect, type Page } from "@playwright/test";
import {
  hostPage,
  inPhase,
  joinAsPlayer,
  newPhone,
  openNight,
  teamRow,
  test,
  type Venue,
  watchErrors,
} from "./fixtures";
import { riverQuiz } from "./quizzes";

/** Another phone of the team, by what the captain's shows. */
async function addPhone(browser: Browser, venue: Venue, pin: string, captain: Page): Promise<Page> {
  const code = ((await captain.getByTestId("my-seat-code").textContent()) ?? "").replace(/\s/g, "");
  const page = await (await newPhone(browser)).newPage();
  watchErrors(page);
  await page.goto(`${venue.url}/play/${pin}?team=${code}`);
  await page.getByTestId("join-team").click();
  await expect(page.getByTestId("my-name")).toBeVisible();
  return page;
}

test("the captain's phone shows the team code, hands over and takes a phone off; the other follows by itself", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2));
  const anna = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Owls");
  await expect(anna.getByTestId("team-phones")).toBeHidden();
  const ben = await addPhone(browser, venue, night.pin, anna);

  await expect(anna.getByTestId("phone-1")).toContainText("captain (this one)");
  await expect(ben.getByTestId("phone-1")).toContainText("captain");
  await expect(anna.getByTestId("add-phone")).toBeVisible();
  await expect(ben.getByTestId("add-phone")).toBeHidden();
  await expect(ben.getByTestId("edit-name")).toBeHidden();
  await ben.getByTestId("take-over").click();
  await expect(ben.getByText("Your captain's phone is here.")).toBeVisible();

  await anna.getByTestId("make-captain").click();
  await expect(ben.getByTestId("phone-2")).toContainText("captain (this one)");
  await expect(anna.getByTestId("edit-name")).toBeHidden();
  await ben.getByTestId("edit-name").click();
  await ben.getByTestId("new-name").fill("Night owls");
  await ben.getByTestId("save-name").click();
  await expect(anna.getByTestId("my-name")).toHaveText("Night owls");

  // the host gives it back, and takes a phone off
  await teamRow(host, "Night owls").locator("summary").click();
  await teamRow(host, "Night owls").getByTestId("phones").click();
  const dialog = host.getByRole("dialog");
  // Enter must not take a phone off
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  await dialog.getByTestId("phone-1").getByTestId("make-captain").click();
  await expect(dialog.getByTestId("phone-1")).toContainText("captain");
  await expect(anna.getByTestId("phone-1")).toContainText("captain (this one)");
  const code = await anna.getByTestId("my-seat-code").textContent();
  await anna.getByTestId("remove-phone").click();
  await inPhase(ben, "refused");
  await expect(ben.getByTestId("refusal")).toHaveText("This phone is in no team now.");
  await expect(anna.getByTestId("team-phones")).toBeHidden();
  await expect(anna.getByTestId("my-seat-code")).not.toHaveText(code ?? "");
  await expect(dialog).toContainText("One phone is left in this seat.");
  await ben.getByTestId("join-again").click();
  await ben.getByTestId("name").fill("Hens");
  await ben.getByTestId("take-seat").click();
  await expect(ben.getByTestId("my-name")).toHaveText("Hens");
});

test("a phone that forgot everything asks the host for its seat, by its team's name", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2));
  await joinAsPlayer(await newPhone(browser), venue, night.pin, "Owls");
  const askingPhone = async () => {
    const phone = await (await newPhone(browser)).newPage();
    watchErrors(phone);
    await phone.goto(`${venue.url}/play/${night.pin}`);
    await phone.getByTestId("had-seat").click();
    return phone;
  };
  const joker = await askingPhone();
  await joker.getByTestId("ask-name").fill("Owls");
  await joker.getByTestId("ask-host").click();
  const request = host.getByTestId("seat-request");
  await request.getByTestId("refuse").click();
  await expect(joker.getByTestId("host-refused")).toBeVisible();
  await joker.getByTestId("ask-host").click();
  await expect(joker.getByText("This phone may ask again in 10 minutes.")).toBeVisible();
  await expect(request).toBeHidden();
  await joker.reload();
  await expect(joker.getByTestId("host-refused")).toBeVisible();

  const wiped = await askingPhone();
  await wiped.getByTestId("ask-name").fill("Nobody");
  await wiped.getByTestId("ask-host").click();
  await expect(wiped.getByText("No team here has that name.")).toBeVisible();
  await wiped.getByTestId("ask-name").fill("owls");
  await wiped.getByTestId("ask-host").click();
  const ticket = (await wiped.getByTestId("ticket").textContent()) ?? "?";
  await expect(request).toContainText("Owls");
  await expect(request).toContainText(ticket);
  // loaded anew it goes on waiting, with the same number
  await wiped.reload();
  await expect(wiped.getByTestId("ticket")).toHaveText(ticket);
  await request.getByTestId("let-in").click();
  await expect(wiped.getByTestId("my-name")).toHaveText("Owls");
  await expect(request).toBeHidden();
  await expect(host.getByTestId("player-count")).toHaveText("1");
});

test("a whole team leaves at once from the captain's phone", async ({ browser, venue }) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(2));
  const anna = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Owls");
  const ben = await addPhone(browser, venue, night.pin, anna);
  await ben.getByTestId("leave").click();
  await expect(ben.getByTestId("leave-together")).toBeHidden();
  await anna.getByTestId("leave").click();
  await anna.getByTestId("leave-together").click();
  await inPhase(anna, "left");
  await inPhase(ben, "left");
  await expect(host.getByTestId("player-count")).toHaveText("0");
});
