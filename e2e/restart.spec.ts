import {
  answer,
  answerStatus,
  choice,
  expect,
  hostPage,
  hostView,
  inPhase,
  joinAll,
  next,
  openNight,
  openScreen,
  secondsOn,
  test,
  toQuestion,
} from "./fixtures";
import { choiceQuestion, quizOf } from "./quizzes";

test("HST-11 a server killed with a question open: with time left it is still open, after the deadline it is closed, and no answer is lost", async ({
  browser,
  venue,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(
    host,
    venue,
    quizOf([
      choiceQuestion("Long?", "yes", ["no"], { timeLimitSeconds: 90 }),
      choiceQuestion("Short?", "yes", ["no"], { timeLimitSeconds: 6 }),
      choiceQuestion("After?", "yes", ["no"]),
    ]),
  );
  const [anna, bert] = await joinAll(browser, venue, night.pin, ["Anna", "Bert"]);
  const screen = await openScreen(host, night);
  const everyone = [host, screen, anna!, bert!];
  const deadline = async () => {
    const { view } = await hostView(host, night.sessionId);
    return view.shared.phase === "question" ? (view.shared.closesAt ?? Number.NaN) : Number.NaN;
  };

  // run 1: time is left
  await toQuestion(host);
  await answer(anna!, "yes");
  const closesAt = await deadline();
  await venue.restart("SIGKILL");
  await expect.poll(deadline, { intervals: [200] }).toBe(closesAt);
  for (const page of everyone) await inPhase(page, "question");
  await anna!.reload();
  await answerStatus(anna!, "saved");
  expect(Math.abs((await secondsOn(anna!)) - (closesAt - Date.now()) / 1000)).toBeLessThan(2);
  await answer(bert!, "no");
  await next(host, "reveal");

  // run 2: the deadline passes while the server is down
  await next(host, "question");
  await answer(anna!, "yes");
  const shortClosesAt = await deadline();
  await venue.stop("SIGKILL");
  // what is tapped meanwhile is kept, and too late when the server is back
  await expect(choice(bert!, "yes")).toBeEnabled();
  await choice(bert!, "yes").click();
  await answerStatus(bert!, "kept");
  await expect.poll(() => Date.now(), { timeout: 15_000 }).toBeGreaterThan(shortClosesAt + 500);
  await venue.start();
  for (const page of everyone) await inPhase(page, "locked", { timeout: 20_000 });
  await expect(anna!.getByTestId("my-answer")).toContainText("yes");
  await expect(bert!.getByTestId("late-note")).toBeVisible();

  // and the host goes on
  await next(host, "reveal");
  await expect(anna!.getByTestId("rank")).toHaveAttribute("data-points", "20");
  await expect(bert!.getByTestId("rank")).toHaveAttribute("data-points", "0");
  await next(host, "question");
  for (const page of everyone) await inPhase(page, "question");
  await answer(bert!, "yes");
});
