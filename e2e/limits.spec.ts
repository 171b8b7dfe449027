import { expect, hostPage, inPhase, joinAsPlayer, newPhone, openNight, test, watchErrors } from "./fixtures";
import { riverQuiz } from "./quizzes";

// the stricter numbers: pages are refused after sixty, however slowly this machine asks
test.use({ settings: { LIMITS: "published", ROOM_SIZE: "1" } });

const floodAtMost = 500;

test("API: what is over a limit gets 429 with a code, Retry-After and the RateLimit headers, never a redirect", async ({
  venue,
}) => {
  const guess = () =>
    fetch(`${venue.localUrl}/api/lookup`, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ pin: "000 000" }),
    });
  let reply = await guess();
  for (let count = 0; reply.status === 404 && count < floodAtMost; count++) reply = await guess();
  expect(reply.status).toBe(429);
  expect(reply.headers.get("location")).toBeNull();
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  const retryAfter = Number(reply.headers.get("retry-after"));
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(reply.headers.get("ratelimit")).toMatch(/^"pinGuess";r=0;t=\d+$/);
  expect(reply.headers.get("ratelimit-policy")).toMatch(/^"pinGuess";q=\d+;w=\d+$/);
  const body = await reply.json();
  expect(body).toMatchObject({
    type: expect.stringMatching(/#quota-exceeded$/),
    title: "Too Many Requests",
    status: 429,
    "violated-policies": ["pinGuess"],
    code: "RATE_LIMITED",
    message: expect.stringMatching(/^Too many requests\./),
  });
  expect(body.retryAfterMs).toBeGreaterThan(0);
});

test("pages: a flood leads to the apology, which loads by itself, asks nothing, does not loop, and brings the person back", async ({
  browser,
  venue,
  request,
}) => {
  const host = await hostPage(browser, venue);
  const night = await openNight(host, venue, riverQuiz(1));
  const phone = await joinAsPlayer(await newPhone(browser), venue, night.pin, "Anna");
  const path = `/play/${night.pin}`;

  const load = () =>
    request.get(`${venue.localUrl}${path}`, { maxRedirects: 0, headers: { Accept: "text/html" } });
  let flooded = await load();
  for (let count = 0; flooded.status() === 200 && count < floodAtMost; count++) flooded = await load();
  expect(flooded.status()).toBe(302);
  const { location, "retry-after": retryAfter, ...headers } = flooded.headers();
  // behind the hash, which is sent to no server: a way back may hold a token
  expect(location).toBe(`/too-many-requests#from=${encodeURIComponent(path)}`);
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect(headers.ratelimit).toMatch(/^"playerPageLoad";r=0;t=\d+$/);
  expect(headers["ratelimit-policy"]).toMatch(/^"playerPageLoad";q=60;w=60$/);
  expect(headers["cache-control"]).toBe("no-store");

  const latecomer = await (await newPhone(browser)).newPage();
  watchErrors(latecomer);
  const asked: string[] = [];
  latecomer.on("request", (request) => asked.push(new URL(request.url()).pathname));
  // the flood goes on beside the latecomer, so that no page is left for them
  let isFlooding = true;
  const flood = (async () => {
    while (isFlooding) await load();
  })();
  const arrived = await latecomer.goto(venue.url + path);
  // whoever has a seat, and the host, reload beside it as if nothing were
  await phone.reload();
  await inPhase(phone, "lobby");
  await host.reload();
  await expect(host.getByTestId("player-count")).toHaveText("1");
  isFlooding = false;
  await flood;
  await expect(latecomer.getByTestId("too-many-requests")).toBeVisible();
  expect(arrived?.status()).toBe(200);
  expect(new URL(latecomer.url()).pathname).toBe("/too-many-requests");
  const redirects = [];
  for (let from = arrived?.request().redirectedFrom(); from; from = from.redirectedFrom())
    redirects.push(from);
  expect(redirects).toHaveLength(1);
  await expect(latecomer.getByText(/try again by ourselves/)).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/api/") || path.startsWith("/socket.io"))).toEqual([]);

  // it comes back by itself as soon as the bucket allows, and nobody in the room noticed
  await latecomer.waitForURL(`**${path}`, { timeout: 45_000 });
  await latecomer.getByTestId("name").fill("Bert");
  await latecomer.getByTestId("take-seat").click();
  await expect(latecomer.getByText("The room is full.")).toBeVisible();
  await inPhase(phone, "lobby");
  await expect(host.getByTestId("player-count")).toHaveText("1");
});

test("pages: health checks, scripts and the apology itself are never refused while the door is", async ({
  venue,
  request,
}) => {
  const get = (path: string) =>
    request.get(venue.localUrl + path, { maxRedirects: 0, headers: { Accept: "text/html" } });
  const home = await (await get("/too-many-requests")).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(home)?.[0] ?? "";
  expect(script).not.toBe("");
  let door = await get("/");
  for (let count = 0; door.status() === 200 && count < floodAtMost; count++) door = await get("/");
  expect(door.status()).toBe(302);
  // what code fetches is told in code: a redirect would be followed into the page
  const marks: Record<string, string>[] = [
    { RSC: "1" },
    { RSC: "1", "Next-Router-Prefetch": "1" },
    { "Sec-Fetch-Mode": "cors" },
    { Accept: "application/json" },
  ];
  for (const headers of marks) {
    let data = await request.get(`${venue.localUrl}/nothing-here`, { maxRedirects: 0, headers });
    for (let count = 0; data.status() !== 429 && count < 3 * floodAtMost; count++)
      data = await request.get(`${venue.localUrl}/nothing-here`, { maxRedirects: 0, headers });
    expect(data.status()).toBe(429);
    expect(data.headers().location).toBeUndefined();
    expect(data.headers()["content-type"]).toBe("application/problem+json");
    expect(await data.json()).toMatchObject({ code: "RATE_LIMITED" });
  }
  const head = await request.head(venue.localUrl, { maxRedirects: 0 });
  expect([head.status(), head.headers().location]).toEqual([429, undefined]);
  for (const path of ["/too-many-requests?from=/", "/too-many-requests", "/healthz", "/readyz", script])
    expect([path, (await get(path)).status()]).toEqual([path, 200]);
});
