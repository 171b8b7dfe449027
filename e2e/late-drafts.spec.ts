/** The host locks the sheets while people are typing: what stands in a field then is saved, on both roads. */
import { randomUUID } from "node:crypto";
import type { Quiz } from "../lib/contracts/quiz";
import { expect, hostPage, joinAsPlayer, newPhone, openNight, order, test } from "./fixtures";
import { typedQuestion } from "./quizzes";

const quiz: Quiz = {
  title: "Pub night",
  rounds: [
    {
      id: randomUUID(),
      title: "Pot luck",
      pace: "sheet",
      questions: [
        typedQuestion("Capital of Slovenia?", ["Ljubljana"]),
        typedQuestion("Capital of Croatia?", ["Zagreb"]),
      ],
    },
  ],
};

test("words typed a moment before the sheets are locked by hand are saved, by socket and by the backup line", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, quiz);
  const blocked = await newPhone(browser);
  await blocked.routeWebSocket(/socket\.io/, (socket) => socket.close());
  const phones = [
    await joinAsPlayer(await newPhone(browser), venue, night.pin, "By socket"),
    await joinAsPlayer(blocked, venue, night.pin, "By poll"),
  ];
  for (let step = 0; step < 3; step++) await order(host, night, { type: "advance" });
  const row = (phone: (typeof phones)[number]) => phone.getByTestId("sheet-row-2");
  for (const phone of phones) await row(phone).getByTestId("sheet-answer").focus();
  // first words have gone out by their pause; what is added now waits a second, and the lock does not
  await Promise.all(phones.map((phone) => phone.keyboard.type("Zag")));
  for (const phone of phones) await expect(row(phone)).toHaveAttribute("data-state", "saved");
  await Promise.all(phones.map((phone) => phone.keyboard.type("reb")));
  await order(host, night, { type: "lockQuestion" });
  for (const phone of phones) {
    await expect(phone.getByText("Time, please.")).toBeVisible();
    await expect(row(phone)).toHaveAttribute("data-state", "saved");
    await expect(row(phone)).toContainText("Zagreb");
  }
});
