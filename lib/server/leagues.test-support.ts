/** Leagues over the API: short nights played by phones, for the table that is made of them. */
import { afterAll, beforeAll, expect } from "vitest";
import type { LookupReply } from "@/lib/contracts/http";
import type { LeagueNightReply, LeagueReply, SeatLink } from "@/lib/contracts/league";
import { smallQuiz } from "@/lib/store/test-store";
import { openTestApp, type TestApp } from "./test-app";

/** What all tests of a file play in, with the cookie of the host whose leagues they are. */
export const house = {} as { app: TestApp; host: string };
beforeAll(async () => {
  // nobody plays thirty nights in ten seconds
  house.app = await openTestApp({ LIMITS: "off" });
  house.host = await house.app.signIn();
});
afterAll(() => house.app.close());

type Team = { name: string; token?: string; right?: boolean };

/** A phone without a seat, for several nights. */
async function newPhone(pin: string): Promise<string> {
  return (await house.app.request<LookupReply>("POST", "/api/lookup", { body: { pin } })).json.deviceToken;
}

/** One question, asked and revealed; who is right gets a point. Finished, unless told else. */
export async function playNight(
  cookie: string,
  teams: Team[],
  o: { bots?: number; goesOn?: boolean } = {},
): Promise<{ sessionId: string; tokens: string[]; playerIds: Record<string, string> }> {
  const { sessionId, pin } = await house.app.startSession(cookie, smallQuiz);
  const order = house.app.orders(cookie, sessionId);
  const tokens: string[] = [];
  const playerIds: Record<string, string> = {};
  for (const { name, token: own } of teams) {
    const token = own ?? (await newPhone(pin));
    const joined = await house.app.request<{ player: { playerId: string } }>(
      "POST",
      `/api/sessions/${sessionId}/join`,
      { token, body: { name } },
    );
    expect(joined.status).toBe(200);
    tokens.push(token);
    playerIds[name] = joined.json.player.playerId;
  }
  if (o.bots) await order({ type: "addBots", count: o.bots });
  await order({ type: "advance" });
  const { question } = await order({ type: "advance" });
  if (question?.type !== "single") throw new Error("the first question of the small quiz is a choice");
  for (const [index, { right }] of teams.entries()) {
    const choiceId = question.choices.find(({ correct }) => correct === (right ?? false))?.id;
    const taken = await house.app.request("POST", `/api/sessions/${sessionId}/answers`, {
      token: tokens[index] ?? "",
      body: {
        questionId: question.id,
        submissionId: `the tap of ${index}`,
        value: { kind: "choice", choiceId },
      },
    });
    expect(taken.status).toBe(200);
  }
  await order({ type: "lockAndReveal" });
  if (!o.goesOn) await order({ type: "endSession" });
  return { sessionId, tokens, playerIds };
}

export const ask = <T>(method: string, path: string, body?: unknown, cookie = house.host) =>
  house.app.request<T>(method, `/api/leagues${path}`, { cookie, ...(body === undefined ? {} : { body }) });
export async function newLeague(fields: object = {}, cookie = house.host): Promise<string> {
  const made = await ask<{ leagueId: string }>("POST", "", { name: "Tuesdays", ...fields }, cookie);
  expect(made.status).toBe(201);
  return made.json.leagueId;
}
export const add = (leagueId: string, sessionId: string) =>
  ask<LeagueNightReply>("POST", `/${leagueId}/sessions`, { sessionId });
export const tableOf = async (leagueId: string) => (await ask<LeagueReply>("GET", `/${leagueId}`)).json;
export const rowsOf = async (leagueId: string) =>
  (await tableOf(leagueId)).teams.map(({ rank, name, total }) => [rank, name, total]);
export const link = (leagueId: string, sessionId: string, links: SeatLink[]) =>
  ask<LeagueNightReply & { code: string; message: string }>(
    "PUT",
    `/${leagueId}/sessions/${sessionId}/seats`,
    { links },
  );
export const teamId = (
  { teams }: { teams: { leagueTeamId: string; name: string }[] },
  wanted: string,
): string => teams.find(({ name }) => name === wanted)?.leagueTeamId ?? "";
