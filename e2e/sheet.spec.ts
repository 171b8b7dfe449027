/** A round on answer sheets, played on four phones: two of one team, one alone, one on the backup line. */

import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "@playwright/test";
import type { Question, Quiz } from "../lib/contracts/quiz";
import {
  ask,
  expect,
  hostPage,
  hostView,
  inPhase,
  joinAsPlayer,
  type Night,
  newPhone,
  next,
  openNight,
  openScreen,
  order,
  test,
  type Venue,
  watchErrors,
} from "./fixtures";
import { choiceQuestion, numberQuestion, questionBase, typedQuestion } from "./quizzes";

const items = (texts: string[]) => texts.map((text) => ({ id: randomUUID(), text }));
const novels: Question = {
  ...questionBase("Oldest first?"),
  type: "ordering",
  items: items(["Emma", "Dracula", "The Hobbit"]),
};
const capitals: Question = {
  ...questionBase("Which capital is whose?"),
  type: "matching",
  partial: true,
  pairs: [
    ["Australia", "Canberra"],
    ["Canada", "Ottawa"],
  ].map(([left, right]) => ({ left: items([left!])[0]!, right: items([right!])[0]! })),
};
const rivers: Question = {
  ...questionBase("Name two rivers."),
  type: "list",
  items: [["Tyne"], ["Trent"], ["Thames"]],
  wanted: 2,
};
const sheetQuiz: Quiz = {
  title: "Pub night",
  rounds: [
    {
      id: randomUUID(),
      title: "Pot luck",
      pace: "sheet",
      hasJoker: true,
      questions: [
        typedQuestion("Capital of Slovenia?", ["Ljubljana"]),
        choiceQuestion("Which holds the most?", "Hogshead", ["Firkin", "Pin"]),
        novels,
        capitals,
        rivers,
        numberQuestion("Strings on a ukulele?", 4),
      ],
    },
  ],
};

const row = (phone: Page, number: number): Locator => phone.getByTestId(`sheet-row-${number}`);
const rowIs = (phone: Page, number: number, state: string) =>
  expect(row(phone, number)).toHaveAttribute("data-state", state);
/** Opens a row of the sheet, if it is not open. */
async function openRow(phone: Page, number: number): Promise<Locator> {
  const head = row(phone, number).getByRole("button", { expanded: false }).first();
  if ((await row(phone, number).getByRole("button", { expanded: true }).count()) === 0) await head.click();
  return row(phone, number);
}
async function write(phone: Page, number: number, text: string): Promise<void> {
  const field = (await openRow(phone, number)).getByTestId("sheet-answer");
  await field.fill(text);
  await field.press("Enter");
  await rowIs(phone, number, "saved");
}
/** What the row says, or its field where one is open. */
const written = (phone: Page, number: number, text: string) =>
  expect
    .poll(async () => {
      const field = row(phone, number).getByTestId("sheet-answer");
      if ((await field.count()) > 0) return field.inputValue();
      const open = row(phone, number).getByRole("button", { expanded: true });
      if ((await open.count()) > 0) await open.click();
      return row(phone, number).getByTestId("row-answer").textContent({ timeout: 1_000 });
    })
    .toBe(text);

/** The large button: the sheet grows by a question. */
async function readOut(host: Page, phones: Page[], number: number): Promise<void> {
  await host.getByTestId("next-step").click();
  for (const phone of phones) await expect(row(phone, number)).toBeVisible();
}

async function joinTeam(browser: Browser, mate: Page, name: string): Promise<Page> {
  await mate.getByTestId("add-phone").click();
  const link = await mate.getByTestId("team-phone").getByTestId("qr-code").getAttribute("data-value");
  const phone = await (await newPhone(browser)).newPage();
  watchErrors(phone);
  await phone.goto(link ?? "");
  await phone.getByTestId("join-team").click();
  await expect(phone.getByTestId("my-name")).toHaveText(name);
  return phone;
}

async function openTable(browser: Browser, venue: Venue) {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, sheetQuiz);
  const screen = await openScreen(host, night);
  const anna = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Discontents");
  const mate = await joinTeam(browser, anna, "Discontents");
  const bert = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Bert alone");
  const blocked = await newPhone(browser);
  await blocked.routeWebSocket(/socket\.io/, (socket) => socket.close());
  const cleo = await joinAsPlayer(blocked, venue, night.pin, "Cleo");
  await expect(host.getByTestId("player-count")).toHaveText("3");
  return { host, night, screen, anna, mate, bert, cleo, phones: [anna, mate, bert, cleo] };
}

const pointsOf = async (host: Page, night: Night) => {
  const { body } = await ask<{ players: { name: string; points: number }[] }>(
    host,
    `/api/sessions/${night.sessionId}/results`,
  );
  return Object.fromEntries(body.players.map(({ name, points }) => [name, points]));
};

test("ANS-11 a sheet from the joker to the standings: two phones of a team, one alone, one on the backup line", async ({
  browser,
  venue,
}) => {
  const { host, night, screen, anna, mate, bert, cleo, phones } = await openTable(browser, venue);
  const everyone = [host, screen, ...phones];
  const { view } = await hostView(host, night.sessionId);
  const seats = view.live.players.map(({ name, deviceCount }) => [name, deviceCount]);
  expect(new Map(seats as [string, number][])).toEqual(
    new Map([
      ["Discontents", 2],
      ["Bert alone", 1],
      ["Cleo", 1],
    ]),
  );

  // the joker: played by one phone of the team, seen on the other; taken back by who thinks again
  await next(host, "roundIntro");
  await expect(screen.getByTestId("joker-round")).toBeVisible();
  await anna.getByTestId("play-joker").click();
  await bert.getByTestId("play-joker").click();
  for (const phone of [anna, mate, bert])
    await expect(phone.getByTestId("joker")).toHaveAttribute("data-played", "true");
  await bert.getByTestId("take-joker-back").click();
  await expect(bert.getByTestId("joker")).toHaveAttribute("data-played", "false");

  // question 1: what one phone writes, the other sees
  await next(host, "question");
  await write(anna, 1, "Ljubljana");
  await written(mate, 1, "Ljubljana");
  await write(bert, 1, "Zagreb");
  await write(cleo, 1, "ljubljana");

  // question 2: read out while a mate is typing; the field stays, and the new one is offered
  await openRow(mate, 1);
  await mate.getByTestId("sheet-answer").fill("Maribor");
  await readOut(host, phones, 2);
  await expect(mate.getByTestId("newest-question")).toBeVisible();
  await expect(screen.getByTestId("sheet-strip")).toHaveAttribute("data-asked", "2");
  await rowIs(mate, 1, "saved");
  await mate.getByTestId("newest-question").click();
  await expect(mate.getByTestId("newest-question")).toBeHidden();
  await written(anna, 1, "Maribor");
  for (const phone of [mate, bert, cleo]) {
    await (await openRow(phone, 2)).getByRole("button", { name: "Hogshead" }).click();
    await rowIs(phone, 2, "saved");
  }
  await rowIs(anna, 2, "saved");

  // both phones of the team change answer 1: nothing is overwritten in silence, nothing is lost
  const mine = (await openRow(mate, 1)).getByTestId("sheet-answer");
  await mine.fill("Bled");
  await rowIs(mate, 1, "saved");
  await written(anna, 1, "Bled");
  await mate.context().setOffline(true);
  await mine.fill("Bled again");
  await rowIs(mate, 1, "kept");
  await write(anna, 1, "Ljubljana");
  await mate.context().setOffline(false);
  const conflict = row(mate, 1).getByTestId("team-conflict");
  await expect(conflict.getByTestId("theirs")).toHaveText("“Ljubljana”");
  await expect(conflict.getByTestId("mine")).toHaveText("“Bled again”");
  // Enter in the field is no choice
  await mine.press("Enter");
  await expect(mine).toBeVisible();
  await expect(conflict).toBeVisible();
  await conflict.getByTestId("use-mine").click();
  await expect(conflict).toBeHidden();
  await written(anna, 1, "Bled again");
  await write(anna, 1, "Ljubljana");

  // question 3: put in order by the keyboard
  await readOut(host, phones, 3);
  const put = async (phone: Page, texts: string[]) => {
    const sorting = await openRow(phone, 3);
    for (const [place, text] of texts.entries())
      for (let step = 0; step < texts.length; step++) {
        const line = sorting.getByTestId("order-list").getByRole("listitem").nth(place);
        if ((await line.textContent())?.includes(text)) break;
        await sorting.getByRole("button", { name: `Move ${text} up` }).press("Enter");
      }
    const like = sorting.getByRole("button", { name: "It is in order like this" });
    if (await like.isVisible()) await like.click();
    await expect(sorting.getByTestId("order-list").getByRole("listitem").first()).toContainText(texts[0]!);
    await rowIs(phone, 3, "saved");
  };
  await put(anna, ["Emma", "Dracula", "The Hobbit"]);
  await put(bert, ["Emma", "Dracula", "The Hobbit"]);
  // and by dragging
  const lines = (await openRow(cleo, 3)).getByTestId("order-list").getByRole("listitem");
  for (const [place, text] of ["Dracula", "Emma"].entries()) {
    const from = await lines.filter({ hasText: text }).boundingBox();
    const to = await lines.nth(place).boundingBox();
    await cleo.mouse.move(from!.x + 20, from!.y + from!.height / 2);
    await cleo.mouse.down();
    await cleo.mouse.move(to!.x + 20, to!.y + to!.height / 2, { steps: 5 });
    await cleo.mouse.up();
    await expect(lines.nth(place)).toContainText(text);
  }
  const unmoved = row(cleo, 3).getByRole("button", { name: "It is in order like this" });
  if (await unmoved.isVisible()) await unmoved.click();
  await rowIs(cleo, 3, "saved");
  await written(mate, 3, "Emma, Dracula, The Hobbit");

  // question 4: matched; a capital given to another country is taken from the first
  await readOut(host, phones, 4);
  const match = async (phone: Page, australia: string, canada: string) => {
    const matching = await openRow(phone, 4);
    await matching.getByLabel("Australia").selectOption(australia);
    await matching.getByLabel("Canada").selectOption(canada);
    await rowIs(phone, 4, "saved");
  };
  await match(mate, "Canberra", "Ottawa");
  await match(bert, "Canberra", "Ottawa");
  await match(cleo, "Ottawa", "Canberra");

  // question 5: a list; a reload in the middle finds what was written
  await readOut(host, phones, 5);
  const list = async (phone: Page, texts: string[]) => {
    const fields = await openRow(phone, 5);
    for (const [place, text] of texts.entries()) await fields.getByTestId(`list-${place}`).fill(text);
    await rowIs(phone, 5, "saved");
  };
  await list(anna, ["Tyne", "Thames"]);
  await list(cleo, ["Tyne", "Danube"]);
  await anna.reload();
  await written(anna, 5, "Tyne, Thames");
  await written(anna, 1, "Ljubljana");

  // question 6, a step back that takes it off the sheet, and once more: its answer is still there
  await readOut(host, phones, 6);
  await write(bert, 6, "4");
  await order(host, night, { type: "undo" });
  for (const phone of phones) await expect(row(phone, 6)).toHaveCount(0);
  await readOut(host, phones, 6);
  await written(bert, 6, "4");
  // no number: said, and not sent
  const strings = (await openRow(anna, 6)).getByTestId("sheet-answer");
  await strings.fill("four");
  await strings.press("Enter");
  await expect(row(anna, 6).getByRole("alert")).toContainText("cannot read “four”");
  await rowIs(mate, 6, "todo");
  await write(anna, 6, "4");

  await order(host, night, { type: "callTime", seconds: 300 });
  for (const phone of phones) await expect(phone.getByTestId("time-called")).toContainText("Time, please.");
  await expect(screen.getByTestId("countdown")).toHaveAttribute("data-seconds", /^(29\d|300)$/);

  // the bell: what is still in a field comes too late, and the phone says so
  await host.getByTestId("next-step").click();
  for (const page of everyone) await inPhase(page, "locked");
  await expect(screen.getByTestId("sheets-in")).toBeVisible();
  await rowIs(cleo, 1, "saved");
  await rowIs(cleo, 6, "todo");

  // the answers one by one
  const verdicts = async (right: Page[], partly: Page[], wrong: Page[], none: Page[]) => {
    await host.getByTestId("next-step").click();
    for (const [outcome, of] of [
      ["right", right],
      ["partly", partly],
      ["wrong", wrong],
      ["unanswered", none],
    ] as const)
      for (const phone of of)
        await expect(phone.getByTestId("verdict")).toHaveAttribute("data-outcome", outcome);
  };
  await verdicts([anna, mate, cleo], [], [bert], []);
  await expect(anna.getByTestId("verdict")).toContainText("+20 points");
  await expect(anna.getByTestId("bonus")).toHaveText("Doubled by your joker.");
  await expect(cleo.getByTestId("verdict")).toContainText("+10 points");
  await expect(screen.getByTestId("answer-text")).toHaveText("Ljubljana");
  await verdicts(phones, [], [], []);
  await verdicts([anna, mate, bert], [], [cleo], []);
  await expect(screen.getByTestId("right-order")).toContainText("Emma");
  await verdicts([anna, mate, bert], [], [cleo], []);
  await expect(screen.getByTestId("right-pairs")).toContainText("Canberra");
  await verdicts([anna, mate], [cleo], [], [bert]);
  await verdicts([anna, mate, bert], [], [], [cleo]);

  await next(host, "standings");
  // Discontents: all six, doubled; Bert: 2, 3, 4 and 6; Cleo: 1, 2 and half of 5
  const expected = { Discontents: 120, "Bert alone": 40, Cleo: 25 };
  expect(await pointsOf(host, night)).toEqual(expected);
  for (const [phone, points] of [
    [anna, 120],
    [mate, 120],
    [bert, 40],
    [cleo, 25],
  ] as const) {
    await inPhase(phone, "standings");
    await expect(phone.getByTestId("rank")).toHaveAttribute("data-points", String(points));
  }
});
