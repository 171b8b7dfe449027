import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ResultsReply } from "@/lib/contracts/http";
import type { Problem } from "@/lib/contracts/problem";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie = "";
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async function playedNight() {
  const { sessionId, pin } = await app.startSession(cookie, smallQuiz);
  const path = `/api/sessions/${sessionId}`;
  const owls = await app.join(pin, "=Owls()");
  await app.join(pin, "Foxes");
  const order = app.orders(cookie, sessionId);
  await order({ type: "advance" });
  await order({ type: "advance" });
  const open = await order({ type: "advance" });
  const text = { kind: "text", text: "dog" };
  const choice = open.question && "choices" in open.question ? open.question.choices[0] : undefined;
  const value = choice ? { kind: "choice", choiceId: choice.id } : text;
  const body = { questionId: open.question?.id, submissionId: "one", value };
  const sent = await app.request("POST", `${path}/answers`, { token: owls.token, body });
  return { sessionId, path, order, sent };
}

test("EXP-01 EXP-06 workbook, CSV and API say the same of a night", async () => {
  const { path, sessionId } = await playedNight();
  const results = (await app.request<ResultsReply>("GET", `${path}/results`, { cookie })).json;
  const reply = await fetch(`${app.url}${path}/results.xlsx`, { headers: { cookie } });
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-type")).toBe(xlsxType);
  const day = new Date(results.createdAt).toISOString().slice(0, 10);
  const disposition = (extension: string) =>
    `attachment; filename="roomful-${day}-${sessionId}.${extension}"`;
  expect(reply.headers.get("content-disposition")).toBe(disposition("xlsx"));
  expect(reply.headers.get("cache-control")).toBe("no-store");
  const { sheets } = await readXlsx(new Uint8Array(await reply.arrayBuffer()));
  expect(sheets.map(({ name }) => name)).toEqual([
    "Standings",
    "R1 Round one",
    "Questions",
    "Legend",
    "link",
  ]);
  expect(sheets[0]?.rows.slice(1).map((row) => row.slice(0, 4))).toEqual(
    results.players.map(({ rank, name, points, source }) => [rank, name, points, source]),
  );
  expect(sheets[1]?.rows.slice(1).map((row) => [row[3], row[6]])).toEqual(
    results.players.map(({ cells }) => cells.map(({ outcome }) => outcome)),
  );
  const csv = await app.request("GET", `${path}/results.csv`, { cookie });
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(csv.headers.get("content-disposition")).toBe(disposition("csv"));
  expect(csv.text.split("\r\n")).toHaveLength(1 + results.players.length + 1);
  expect(csv.text).toContain('"\'=Owls()"');
});

test("downloads are for the session's host, and cost what reading the results costs", async () => {
  const { path } = await playedNight();
  for (const name of ["results.csv", "results.xlsx"]) {
    expect((await app.request("GET", `${path}/${name}`)).status).toBe(401);
    const stranger = await app.signIn();
    expect((await app.request("GET", `${path}/${name}`, { cookie: stranger })).status).toBe(403);
  }
  const { burst } = app.box.limitsFile.policies().exportResults;
  let refused = await app.request<Problem>("GET", `${path}/results.xlsx`, { cookie });
  for (let more = burst; more > 0 && refused.status === 200; more--)
    refused = await app.request<Problem>("GET", `${path}/results.xlsx`, { cookie });
  expect(refused.status).toBe(429);
  expect(refused.json).toMatchObject({ code: "RATE_LIMITED" });
  expect((await app.request("GET", `${path}/results.csv`, { cookie })).status).toBe(429);
});
