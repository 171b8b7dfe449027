/**
 * docs/api.md is a promise to strangers: every example in it is sent to the real API in the order of the page, and
 * every reply must have exactly the fields shown. Ids of the page are replaced by the ones the server gave instead.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { QuizSummary, SessionCreated } from "@/lib/contracts/http";
import { refusalCodes, refusalStatus } from "@/lib/contracts/refusals";
import type { Envelope, HostView } from "@/lib/contracts/views";
import { smallQuiz } from "@/lib/store/test-store";
import { pngOf } from "./media/sample-media.test-support";
import { openTestApp, type Reply, type TestApp } from "./test-app";

const page = readFileSync(join(process.cwd(), "docs/api.md"), "utf8");

type Example = {
  /** "POST /api/sessions/:id/join": the heading it stands under */
  heading: string;
  request: { method: string; path: string; headers: Record<string, string>; body: string } | null;
  status: number | null;
  headers: string[];
  body: string;
};

/** One http block is a request, an empty line, a body; then a status line and the reply. Either half may be missing. */
function readExample(heading: string, language: string, block: string): Example {
  if (language === "json") return { heading, request: null, status: null, headers: [], body: block };
  const [first = "", second] = /^\d{3} /m.test(block) ? splitAtStatus(block) : [block, undefined];
  const reply = second ?? first;
  const isRequest = /^[A-Z]+ \//.test(first);
  const [replyHead = "", ...replyBody] = reply.split("\n\n");
  const [statusLine = "", ...rest] = replyHead.split("\n");
  const headers = rest.filter((line) => /^[\w-]+: /.test(line)).map((line) => line.split(":")[0] ?? "");
  const bodyInHead = rest.filter((line) => !/^[\w-]+: /.test(line)).join("\n");
  return {
    heading,
    request: isRequest ? readRequest(first) : null,
    status: Number(statusLine.split(" ")[0]),
    headers,
    body: (bodyInHead + replyBody.join("\n\n")).trim(),
  };
}
function splitAtStatus(block: string): [string, string | undefined] {
  const at = block.search(/^\d{3} /m);
  return at === 0 ? [block, undefined] : [block.slice(0, at).trim(), block.slice(at).trim()];
}
function readRequest(text: string): Example["request"] {
  const [head = "", body = ""] = text.split("\n\n");
  const [line = "", ...headers] = head.split("\n");
  const [method = "", path = ""] = line.split(" ");
  return {
    method,
    path,
    headers: Object.fromEntries(headers.map((header) => header.split(": ") as [string, string])),
    body,
  };
}

function readPage(): Example[] {
  const examples: Example[] = [];
  let heading = "";
  const parts = page.split(/^(#{2,3} .+|```\w*\n[\s\S]*?^```)$/m);
  for (const part of parts) {
    if (part.startsWith("#")) heading = part.replace(/^#+ /, "");
    const fence = /^```(http|json)\n([\s\S]*?)\n```$/.exec(part);
    if (fence?.[1] && fence[2]) examples.push(readExample(heading, fence[1], fence[2]));
  }
  return examples;
}

/** "…" stands for what is left out: a value, the rest of a string, or the other fields of an object. */
const anything = "__anything__";
const more = "__more__";
const parseExample = (body: string): unknown =>
  JSON.parse(body.replaceAll("{…}", `"${anything}"`).replaceAll(/,\s*…\s*}/g, `,"${more}":true}`));

/** Ids as they stand on the page, and the real ones in their place. */
const real = new Map<string, string>();
const isId = (text: string) =>
  /^[\w-]{16,}$/.test(text) || /^\d{6}$|^[A-Z]{3}\d\d$|^\d+\.[\w-]{8,}$/.test(text);

/** Every field shown is there with that type, and no field that is not shown. */
function compare(shown: unknown, got: unknown, path: string): void {
  if (shown === anything || shown === null || got === null) return;
  if (Array.isArray(shown)) {
    expect(Array.isArray(got), `${path} is a list`).toBe(true);
    const list = got as unknown[];
    for (const [index, entry] of shown.entries())
      if (index < list.length) compare(entry, list[index], `${path}[${index}]`);
    return;
  }
  expect(typeof got, path).toBe(typeof shown);
  if (typeof shown === "object") {
    const { [more]: isOpen, ...fields } = shown as Record<string, unknown>;
    const present = got as Record<string, unknown>;
    if (!isOpen) expect(Object.keys(present).sort(), path).toEqual(Object.keys(fields).sort());
    for (const [key, value] of Object.entries(fields)) {
      expect(present, `${path}.${key}`).toHaveProperty(key);
      compare(value, present[key], `${path}.${key}`);
    }
  }
  if (typeof shown === "string" && isId(shown)) real.set(shown, got as string);
  // tokens are cut short on the page
  if (typeof shown === "string" && shown.startsWith("d1.")) real.set(shown.slice(0, 11), got as string);
}

const translated = (text: string): string =>
  [...real].reduce((changed, [shown, instead]) => changed.replaceAll(shown, instead), text);

let app: TestApp;
/** The host's, once the page has signed in. */
let cookie = "";
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function newSession(): Promise<SessionCreated> {
  const { quizzes } = (await app.request<{ quizzes: QuizSummary[] }>("GET", "/api/quizzes", { cookie })).json;
  const body = { quizId: quizzes[0]?.quizId };
  return (await app.request<SessionCreated>("POST", "/api/sessions", { cookie, body })).json;
}

async function viewOfHost(sessionId: string): Promise<Envelope<HostView>> {
  return (await app.request<Envelope<HostView>>("GET", `/api/sessions/${sessionId}/host`, { cookie })).json;
}

/** A sheet on which a team mate was quicker. */
async function changedByTeamMate(): Promise<Reply> {
  const sheet = smallQuiz.rounds.map((round) => ({
    ...round,
    pace: "sheet" as const,
    questions: round.questions.slice(1),
  }));
  const { sessionId, pin } = await app.startSession(cookie, { ...smallQuiz, rounds: sheet });
  const { token } = await app.join(pin, "Two phones");
  const order = app.orders(cookie, sessionId);
  await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  const answer = (submissionId: string, text: string) =>
    app.request("POST", `/api/sessions/${sessionId}/answers`, {
      token,
      body: { questionId: question?.id, submissionId, value: { kind: "text", text } },
    });
  await answer("the first phone", "Vienna");
  return answer("the second phone", "Graz");
}

const examples = readPage();
const named = (heading: string, index = 0): Example => {
  const example = examples.filter((entry) => entry.heading === heading)[index];
  if (!example) throw new Error(`docs/api.md has no example under "${heading}"`);
  return example;
};

async function send(example: Example, o: { token?: string | undefined } = {}): Promise<Reply> {
  const [, method = "GET", path = ""] = /^([A-Z]+) (\S+)/.exec(example.heading) ?? [];
  const request = example.request ?? { method, path, headers: {}, body: "" };
  const target = translated(request.path.replace(":id", real.get("6OwERzDmR7DwqxT_") ?? ":id"));
  const { "Content-Type": contentType } = request.headers;
  return app.request(request.method, target, {
    ...(cookie ? { cookie } : {}),
    ...(o.token ? { token: o.token } : {}),
    ...(request.body ? { body: translated(request.body) } : {}),
    headers: { origin: app.url, ...(contentType ? { "content-type": contentType } : {}) },
  });
}

function check(example: Example, reply: Reply, status = example.status ?? 200): void {
  expect({ status: reply.status, text: reply.status === status ? "" : reply.text }).toEqual({
    status,
    text: "",
  });
  for (const header of example.headers) expect(reply.headers.has(header), header).toBe(true);
  if (example.body) compare(parseExample(example.body), reply.json, example.heading);
  else expect(reply.text).toBe("");
}

/** The columns and the sheets the page names are there, in its order; of a long text it shows the beginning. */
async function checkDownloads(sessionId: string): Promise<void> {
  const section = (name: string) =>
    page.split(`### GET /api/sessions/:id/${name}\n`)[1]?.split(/^##/m)[0] ?? "";
  const path = `/api/sessions/${sessionId}`;
  const [head = ""] = (await app.request("GET", `${path}/results.csv`, { cookie })).text.split("\r\n");
  const columns = head.replaceAll(/^\uFEFF|"/g, "").split(",");
  const [, named = "no columns"] = /^```csv\n(.*)$/m.exec(section("results.csv")) ?? [];
  let at = 0;
  for (const shown of named.split(",")) {
    at = columns.findIndex((column, index) => index >= at && column.startsWith(shown.replace(/ …$/, ""))) + 1;
    expect(at, shown).toBeGreaterThan(0);
  }
  const reply = await fetch(`${app.url}${path}/results.xlsx`, { headers: { cookie } });
  const { sheets } = await readXlsx(new Uint8Array(await reply.arrayBuffer()));
  for (const { name } of sheets.filter(({ name }) => !name.startsWith("R2 ")))
    expect(section("results.xlsx")).toContain(`\`${name}\``);
}

test("docs/api.md: every example, from the host's sign-in to the results, gets the reply that is printed under it", async () => {
  const tried = new Set<Example>();
  const run = async (
    heading: string,
    o: { token?: string | undefined; status?: number; index?: number } = {},
  ) => {
    const example = named(heading, o.index);
    tried.add(example);
    const reply = await send(example, o);
    check(example, reply, o.status);
    return reply;
  };

  cookie = app.cookiesOf(await run("Identity"));
  await run("GET /api/me");
  await run("GET /api/quizzes");
  await run("POST /api/imports?filename=…");
  await run("POST /api/media");
  const uploaded = named("POST /api/media", 1);
  check(uploaded, await app.request("POST", "/api/media", { cookie, body: pngOf(2, 2) }), 201);
  tried.add(uploaded);
  const { sessionId, pin } = await newSession();
  real.set("6OwERzDmR7DwqxT_", sessionId);
  real.set("703573", pin);
  real.set("703 573", `${pin.slice(0, 3)} ${pin.slice(3)}`);

  await run("POST /api/lookup");
  const token = real.get("d1.ESvaY7Rp");
  await run("POST /api/sessions/:id/join", { token });
  real.set("bdr 58", real.get("BDR58")?.toLowerCase() ?? "");
  const other = await app.join(pin, "Second phone");
  await run("POST /api/sessions/:id/reclaim", { token: other.token });
  await run("PATCH /api/sessions/:id/me", { token });
  const wiped = app.box.tokens.issueDevice().token;
  await run("POST /api/sessions/:id/seat-request", { token: wiped });
  await run("GET /api/sessions/:id/seat-request", { token: wiped });
  const second = other.token;
  real.set("kY0cR8sD", second.slice(3, 11));
  real.set("ESvaY7Rp", token?.slice(3, 11) ?? "");
  await run("PUT /api/sessions/:id/me/team-size", { token });
  const { screenPath, markingPath } = (await viewOfHost(sessionId)).view;
  const tokenIn = (path: string) => new URL(path, app.url).searchParams.get("token") ?? "";
  real.set("oSPvhyZd…", tokenIn(screenPath));
  real.set("mHk2wQxT…", tokenIn(markingPath));
  await run("GET /api/sessions/:id/screen");
  await run("GET /api/sessions/:id/host");
  await run("PUT /api/sessions/:id/captain", { token });
  const captain = (phoneId: string) =>
    app.request("PUT", `/api/sessions/${sessionId}/captain`, { token: second, body: { phoneId } });
  expect((await captain(token?.slice(3, 11) ?? "")).status).toBe(204);
  await run("DELETE /api/sessions/:id/phones/:phoneId", { token });
  await run("POST /api/sessions/:id/commands");
  const order = async (body: object) =>
    expect((await app.request("POST", `/api/sessions/${sessionId}/commands`, { cookie, body })).status).toBe(
      200,
    );
  await order({ type: "advance", basedOn: 1 });
  await run("GET /api/sessions/:id/view", { token });
  await run("POST /api/sessions/:id/answers", { token });
  const again = translated(named("POST /api/sessions/:id/answers").request?.body ?? "").replace(
    "f3c1a9d0",
    "00000000",
  );
  check(
    named("Answers"),
    await app.request("POST", `/api/sessions/${sessionId}/answers`, { token: token ?? "", body: again }),
  );
  tried.add(named("Answers"));
  check(
    named("Replies"),
    await app.request("POST", `/api/sessions/${sessionId}/commands`, {
      cookie,
      body: { type: "advance", basedOn: 0 },
    }),
  );
  tried.add(named("Replies"));
  await order({ type: "lockAndReveal", basedOn: 2 });
  await run("GET /api/sessions/:id/room");
  await run("GET /api/limits");
  await run("PUT /api/limits");
  await run("GET /api/sessions/:id/marking");
  await run("POST /api/sessions/:id/marking");
  await run("GET /api/sessions/:id/results");
  await checkDownloads(sessionId);
  await run("POST /api/sessions/:id/left-page", { token });
  await run("DELETE /api/sessions/:id/me", { token });
  await run("GET /api/sessions");
  const { version } = await viewOfHost(sessionId);
  await order({ type: "endSession", basedOn: version });
  for (const heading of [
    "POST /api/leagues",
    "GET /api/leagues",
    "POST /api/leagues/:leagueId/sessions",
    "PUT /api/leagues/:leagueId/sessions/:sessionId/seats",
    "GET /api/leagues/:leagueId",
    "GET /api/leagues/:leagueId/teams/:leagueTeamId",
  ])
    await run(heading);

  check(named("Answers", 1), await changedByTeamMate());
  tried.add(named("Answers", 1));

  const limited = named("Rate limits");
  const guess = () => app.request("POST", "/api/lookup", { body: { pin: "999999" } });
  let refused = await guess();
  for (let n = 0; n < 200 && refused.status !== 429; n++) refused = await guess();
  check(limited, refused);
  tried.add(limited);

  for (const heading of ["POST /api/quizzes", "PUT /api/quizzes/:quizId", "POST /api/sessions"]) {
    const { quizzes } = (await app.request<{ quizzes: QuizSummary[] }>("GET", "/api/quizzes", { cookie }))
      .json;
    const quizId = quizzes[0]?.quizId ?? "";
    const body =
      heading === "POST /api/sessions"
        ? { quizId }
        : (await app.request<{ quiz: object }>("GET", `/api/quizzes/${quizId}`, { cookie })).json.quiz;
    const [method = "", path = ""] = heading.replace(":quizId", quizId).split(" ");
    const reply = await app.request(method, path, { cookie, body });
    check(named(heading), reply, method === "PUT" ? 200 : 201);
    tried.add(named(heading));
  }
  expect(examples.filter((example) => !tried.has(example)).map(({ heading }) => heading)).toEqual([]);
});

describe("the table of refusals", () => {
  const rows = new Map(
    [...page.matchAll(/^\| `([A-Z_]+)`\s+\| (\d{3})\s+\|/gm)].map((row) => [row[1], Number(row[2])]),
  );
  test("names every code with its HTTP status, and no other", () => {
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(refusalCodes.map((code) => [code, refusalStatus(code)])),
    );
  });
});
