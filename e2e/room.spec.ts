import { expect, hostPage, joinAll, openNight, test } from "./fixtures";
import { riverQuiz } from "./quizzes";

/** More views than one player may ask for at once, however slowly this machine asks. */
const floodAtMost = 500;

test("the room panel says in a host's words who is turned away, and puts who has stopped out of the way", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  const [anna] = await joinAll(browser, venue, night.pin, ["Anna"]);
  await host.goto(`${venue.url}/host/room?id=${night.sessionId}`);
  await expect(host.getByTestId("room-verdict")).toHaveText("Nobody is being turned away");
  await expect(host.getByTestId("links-socket")).toHaveText("1 live");
  await expect(host.getByTestId("write-queue")).toHaveText(/Waiting to be written.*0.*0 ms to go/s);
  await expect(host.getByTestId("offender")).toHaveCount(0);

  // the page asks with the token it keeps, like its own code
  await anna!.evaluate(
    async ({ path, most }) => {
      const token = localStorage.getItem("roomful.device");
      const headers = { authorization: `Bearer ${token}` };
      for (let count = 0; count < most; count++) if ((await fetch(path, { headers })).status === 429) return;
      throw new Error("never refused");
    },
    { path: `/api/sessions/${night.sessionId}/view`, most: floodAtMost },
  );
  const offender = host.getByTestId("offender");
  await expect(offender).toHaveText(/^One player: \d+ views a (second|minute)/i);
  await expect(offender).toContainText("Anna");
  await expect(offender).toContainText(/refused \d+ times?/);
  await expect(host.getByTestId("refusals")).toContainText("Views on the backup line");
  // the names programs use are for the file, not for a host
  await expect(offender).not.toContainText("sessionPoll");
  await expect(offender).toHaveAttribute("data-active", "false", { timeout: 20_000 });
  await expect(offender).toBeHidden();
  await host.getByText("1 earlier, not any more").click();
  await expect(offender).toHaveText(/^One player: too many views earlier, none refused now/i);
});

test("a page of a session that is not there, or that the address does not name, says so instead of waiting", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  for (const page of ["session", "room", "results"]) {
    for (const query of ["", "?id="]) {
      await host.goto(`${venue.url}/host/${page}${query}`);
      await expect(host.getByTestId("refusal")).toHaveText(/This address names no session/);
      await expect(host.getByRole("link", { name: "Back to your quizzes" })).toBeVisible();
    }
    await host.goto(`${venue.url}/host/${page}?id=nowhere`);
    await expect(host.getByTestId("refusal")).toHaveText("This session does not exist.");
  }
  await host.goto(`${venue.url}/host/quiz`);
  await expect(host.getByText(/This address names no quiz/)).toBeVisible();
});
