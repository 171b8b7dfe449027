import { expect, test } from "./fixtures";

test.use({ settings: { LIMITS: "published", ROOM_SIZE: "1" } });

const floodAtMost = 500;

test("a refused page comes back without JavaScript: by itself, and by the button", async ({
  browser,
  venue,
  request,
}) => {
  const path = "/play/407189?table=7";
  const load = () =>
    request.get(venue.localUrl + path, { maxRedirects: 0, headers: { Accept: "text/html" } });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  let flooded = await load();
  for (let count = 0; flooded.status() === 200 && count < floodAtMost; count++) flooded = await load();
  expect(flooded.status()).toBe(302);
  // the flood goes on beside it, so that no page is left for it
  let isFlooding = true;
  const flood = (async () => {
    while (isFlooding) await load();
  })();
  await page.goto(venue.localUrl + path);
  expect(new URL(page.url()).pathname).toBe("/too-many-requests");
  await expect(page.getByText(/try again by ourselves/)).toBeVisible();
  const refresh = await page.locator('meta[http-equiv="refresh"]').getAttribute("content");
  expect(refresh).toBe("45;url=/too-many-requests/back");
  // while the door is busy the way back ends at the apology again
  await page.goto(`${venue.localUrl}/too-many-requests/back`);
  expect(new URL(page.url()).pathname).toBe("/too-many-requests");
  isFlooding = false;
  await flood;
  // a page a second comes back
  await expect(async () => {
    await page.getByTestId("try-now").click();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(path);
  }).toPass({ timeout: 30_000 });
  await context.close();
});
