import type { BrowserContext, Page } from "@playwright/test";
import { expect, hostPage, inPhase, joinAsPlayer, newPhone, openQuiz, test } from "./fixtures";

const quiz = `::One::Which river runs through London? {=Thames ~Severn ~Tyne ~Trent####It rises in Gloucestershire.}

::Two::A firkin is larger than a hogshead. {FALSE}

::Three::Which of these are planets? {~%50%Mars ~%50%Venus ~%-100%Pluto ~%-100%Moon}

::Four::What does a cooper make? {=barrels =casks}

::Five::How many pints are in a gallon? {#8:0}
`;

async function blockWebSocket(context: BrowserContext): Promise<void> {
  await context.routeWebSocket(/socket\.io/, (socket) => void socket.close());
}

async function tapText(page: Page, text: string): Promise<void> {
  await page.getByRole("button", { name: text }).click();
}
const saved = (page: Page) =>
  expect(page.getByTestId("answer-status")).toHaveAttribute("data-status", "saved");

test("CON-01 CON-02 CON-11 HST-01 a whole night: host, big screen and four phones, each with its own trouble", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  await openQuiz(host, { name: "pub-night.gift", text: quiz });
  const pin = (await host.getByTestId("pin").textContent()) ?? "";
  expect(pin).toMatch(/^\d{6,}$/);

  const screen = await host.context().newPage();
  await screen.goto(venue.url + (await host.getByTestId("open-screen").getAttribute("href")));
  await inPhase(screen, "lobby");
  await expect(screen.getByTestId("qr-code")).toHaveAttribute("data-value", new RegExp(`^${venue.url}/j/`));

  const [plain, blocked, reloading, offline] = await Promise.all([0, 1, 2, 3].map(() => newPhone(browser)));
  if (!plain || !blocked || !reloading || !offline) throw new Error("no phones");
  await blockWebSocket(blocked);
  const anna = await joinAsPlayer(plain, venue, pin, "Anna");
  const bert = await joinAsPlayer(blocked, venue, pin, "Bert");
  const cleo = await joinAsPlayer(reloading, venue, pin, "Cleo");
  const dora = await joinAsPlayer(offline, venue, pin, "Dora");
  await expect(host.getByTestId("player-count")).toHaveText("4");
  await expect(screen.getByText("Cleo")).toBeVisible();

  // a second tab is the same seat
  const annaAgain = await plain.newPage();
  await annaAgain.goto(`${venue.url}/play/${pin}`);
  await expect(annaAgain.getByTestId("my-name")).toHaveText("Anna");
  await expect(host.getByTestId("player-count")).toHaveText("4");

  const next = async (phase: string) => {
    await host.getByTestId("next-step").click();
    for (const page of [host, screen, anna, annaAgain, bert, cleo]) await inPhase(page, phase);
    // one phone reloads in every phase and finds what it left
    await cleo.reload();
    await inPhase(cleo, phase);
  };
  await next("roundIntro");
  await next("question");

  // One: three right, one wrong; Dora answers without a network, after which it comes back
  await tapText(anna, "Thames");
  await saved(anna);
  await saved(annaAgain);
  await tapText(bert, "Thames");
  await saved(bert);
  await tapText(cleo, "Tyne");
  await saved(cleo);
  await cleo.reload();
  await saved(cleo);
  await offline.setOffline(true);
  await tapText(dora, "Thames");
  await expect(dora.getByTestId("answer-status")).toHaveAttribute("data-status", "kept");
  await offline.setOffline(false);
  await saved(dora);
  await expect(host.getByTestId("answered")).toHaveText("4");
  await next("reveal");
  await expect(anna.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await expect(bert.getByTestId("verdict")).toHaveAttribute("data-outcome", "right");
  await expect(cleo.getByTestId("verdict")).toHaveAttribute("data-outcome", "wrong");
  await expect(screen.getByText("Thames").first()).toBeVisible();

  // Two: a server restart in the middle
  await next("question");
  await tapText(anna, "False");
  await saved(anna);
  await venue.restart("SIGKILL");
  await tapText(bert, "False");
  await saved(bert);
  await tapText(cleo, "False");
  await saved(cleo);
  await next("reveal");

  // Three: several choices; nobody but Anna has both
  await next("question");
  await tapText(anna, "Mars");
  await tapText(anna, "Venus");
  await anna.getByTestId("send-answer").click();
  await saved(anna);
  await tapText(bert, "Mars");
  await bert.getByTestId("send-answer").click();
  await saved(bert);
  await next("reveal");

  // Four: typed, with an accent of its own
  await next("question");
  await anna.getByTestId("typed-answer").fill(" The BARRELS. ");
  await anna.getByTestId("send-answer").click();
  await saved(anna);
  await bert.getByTestId("typed-answer").fill("boats");
  await bert.getByTestId("send-answer").click();
  await saved(bert);
  await next("reveal");

  // Five: a number; undo reopens nothing by accident, and the lock is one step
  await next("question");
  await bert.getByTestId("typed-answer").fill("8");
  await bert.getByTestId("send-answer").click();
  await saved(bert);
  await host.getByTestId("lock").click();
  for (const page of [host, screen, anna, bert]) await inPhase(page, "locked");
  await next("reveal");
  await next("standings");
  await next("finished");

  // Anna 40, Bert 30, Cleo 10, Dora 10
  await expect(anna.getByTestId("rank")).toHaveAttribute("data-points", "40");
  await expect(bert.getByTestId("rank")).toHaveAttribute("data-points", "30");
  await host.getByTestId("results").click();
  await expect(host.getByTestId("result-name")).toHaveText(["Anna", "Bert", /Cleo|Dora/, /Cleo|Dora/]);
  await expect(host.getByTestId("result-points")).toHaveText(["40", "30", "10", "10"]);
  const csv = await host.evaluate(async () => {
    const link = document.querySelector<HTMLAnchorElement>('[data-testid="csv"]');
    const bytes = new Uint8Array(await (await fetch(link?.href ?? "")).arrayBuffer());
    return { bom: [...bytes.slice(0, 3)], text: new TextDecoder().decode(bytes) };
  });
  expect(csv.bom).toEqual([0xef, 0xbb, 0xbf]);
  const rows = csv.text.trim().split("\r\n");
  expect(rows).toHaveLength(5);
  expect(rows[1]).toContain('1,"Anna",40');
  expect(rows.find((row) => row.includes('"Dora"'))).toContain("unanswered");
});

test("HST-06 two presses of the large button advance once", async ({ browser, venue }) => {
  const host = await hostPage(browser, venue);
  await openQuiz(host, { name: "pub-night.gift", text: quiz });
  await inPhase(host, "lobby");
  // both presses name the version they saw, as the console does
  const replies = await host.evaluate(async () => {
    const id = new URLSearchParams(location.search).get("id");
    const path = `/api/sessions/${id}`;
    const { version } = await (await fetch(`${path}/host`)).json();
    const press = async () => {
      const reply = await fetch(`${path}/commands`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ type: "advance", basedOn: version }),
      });
      return { status: reply.status, code: (await reply.json()).code ?? "ok" };
    };
    return Promise.all([press(), press()]);
  });
  expect(replies.map(({ code }) => code).sort()).toEqual(["STALE", "ok"]);
  await inPhase(host, "roundIntro");
});

test("NET-08 an unknown PIN is told in a sentence, and the field is there to try again", async ({
  browser,
  venue,
}) => {
  const page = await (await newPhone(browser)).newPage();
  await page.goto(`${venue.url}/play`);
  await page.getByTestId("pin").fill("999 999");
  await page.getByTestId("find").click();
  await expect(page.getByTestId("refusal")).toHaveText(/No quiz has that PIN/);
  await expect(page.getByTestId("pin")).toBeEditable();
});
