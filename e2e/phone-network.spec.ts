import {
  answer,
  answerStatus,
  choice,
  expect,
  inPhase,
  newPhone,
  next,
  nightWith,
  resultsOf,
  takeSeat,
  test,
  toQuestion,
  watchErrors,
} from "./fixtures";

test("CON-04 CON-09 what a phone without a network answered too late is refused for its own question, and never lands in the next", async ({
  browser,
  venue,
}) => {
  const { host, night, anna, bert } = await nightWith(browser, venue, 3, ["Anna", "Bert"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  await anna.context().setOffline(true);
  await choice(anna, "Thames").click();
  await answerStatus(anna, "kept");
  await answer(bert, "Thames");
  await next(host, "reveal");
  await next(host, "question");
  await next(host, "reveal");
  await next(host, "question");
  await anna.context().setOffline(false);
  await expect(anna.getByTestId("question")).toHaveText("River 3?");
  await expect(choice(anna, "Thames")).toBeEnabled();
  await answer(anna, "Tyne");
  await next(host, "reveal");
  const { players } = await resultsOf(host, night);
  const outcomes = players.find(({ name }) => name === "Anna")?.cells.map(({ outcome }) => outcome);
  expect(outcomes).toEqual(["refused late", "unanswered", "wrong"]);
});

test("CON-09 a phone that is back in the next question says that the answer before did not arrive", async ({
  browser,
  venue,
}) => {
  const { host, anna } = await nightWith(browser, venue, 2, ["Anna"]);
  await toQuestion(host);
  await inPhase(anna, "question");
  await anna.context().setOffline(true);
  await choice(anna, "Thames").click();
  await answerStatus(anna, "kept");
  await next(host, "reveal");
  await next(host, "question");
  await anna.context().setOffline(false);
  await expect(anna.getByTestId("question")).toHaveText("River 2?");
  await expect(anna.getByText(/did not arrive/)).toBeVisible();
});

test("NET-06 a captive portal's page instead of an answer is called what it is, and the phone goes on afterwards", async ({
  browser,
  venue,
}) => {
  const { night } = await nightWith(browser, venue, 1, []);
  const context = await newPhone(browser);
  const phone = await context.newPage();
  watchErrors(phone);
  let isCaptive = true;
  await context.route("**/api/**", (route) =>
    isCaptive
      ? route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to PubWiFi</h1>" })
      : route.continue(),
  );
  await phone.goto(night.joinUrl);
  await expect(phone.getByText(/Sign in to the WiFi first/)).toBeVisible();
  isCaptive = false;
  await takeSeat(phone, "Anna");
  await inPhase(phone, "lobby");
});
