/** The reason of a mark of one team alone: on its phone, and in every form of the results. */
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buzzReason } from "@/lib/contracts/buzz-reason";
import { openMarkedNight } from "./marking.test-support";
import { openTestApp, type TestApp } from "./test-app";

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await openTestApp();
  cookie = await app.signIn();
});
afterAll(() => app.close());

test("the team reads it at the reveal, the host in results and CSV; what the console says of a buzz is in neither", async () => {
  const night = await openMarkedNight(app, cookie);
  const [owls, foxes] = night.teams as [(typeof night.teams)[0], (typeof night.teams)[0]];
  await night.openSheet();
  for (const { token } of night.teams) await night.answer(token, night.q1, "spaniel");
  await night.order({ type: "lockQuestion" });
  const mark = (playerId: string, reason: string) =>
    night.mark({ type: "overrideMark", questionId: night.q1, playerId, fraction: 0.5, reason });
  await mark(owls.playerId, "said it out loud");
  await mark(foxes.playerId, buzzReason);
  const resultOf = async (token: string) => (await night.view(token)).view.me.result;
  expect(await resultOf(owls.token)).toBeNull();

  await night.order({ type: "advance" });
  const partly = { outcome: "partly", points: 5, bonus: 0 };
  expect(await resultOf(owls.token)).toEqual({ ...partly, reason: "said it out loud" });
  expect(await resultOf(foxes.token)).toEqual(partly);
  const overridesOf = async () =>
    (await night.results()).players.map(({ name, overrides }) => [name, overrides]);
  expect(await overridesOf()).toEqual([
    ["Owls", [{ questionId: night.q1, fraction: 0.5, reason: "said it out loud" }]],
    ["Foxes", []],
  ]);
  const csv = async () => {
    const reply = await fetch(`${app.url}${night.path}/results.csv`, { headers: { cookie } });
    const rows: Record<string, string>[] = parse(await reply.text(), { bom: true, columns: true });
    return rows.map((row) => row["Mark reasons"]);
  };
  expect(await csv()).toEqual(["R1 Q1: said it out loud", ""]);

  await night.mark({
    type: "overrideMark",
    questionId: night.q1,
    playerId: owls.playerId,
    fraction: null,
    reason: "as the group",
  });
  expect((await overridesOf()).map(([, overrides]) => overrides)).toEqual([[], []]);
  expect(await csv()).toEqual([undefined, undefined]);
});
