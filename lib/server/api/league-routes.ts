/** Leagues over HTTP. A league of another host is one that does not exist. */
import { Hono } from "hono";
import type { z } from "zod";
import {
  addToLeagueSchema,
  changeLeagueSchema,
  createLeagueSchema,
  linkSeatsSchema,
  mergeLeagueTeamsSchema,
  renameLeagueTeamSchema,
} from "@/lib/contracts/league";
import { ok, type Result } from "@/lib/contracts/refusals";
import type { Container } from "../container";
import { leagueCsv } from "../league-csv";
import { chargedHost, signedIn } from "./host-guard";
import { type ApiContext, type ApiEnv, readJson, refusal } from "./respond";

export function leagueRoutes(box: Container) {
  const { leagues } = box;
  const app = new Hono<ApiEnv>();

  function replied<T>(c: ApiContext, result: Result<T>, status: 200 | 201 = 200) {
    if (!result.ok) return refusal(c, result.error);
    c.header("Cache-Control", "no-store");
    return result.value === null ? c.body(null, 204) : c.json(result.value as object, status);
  }
  /** Reads whole nights, like an export. */
  async function look<T>(c: ApiContext, read: (hostId: string) => Promise<Result<T>>) {
    const who = await chargedHost(c, box, "exportResults");
    return who instanceof Response ? who : replied(c, await read(who.hostId));
  }
  async function change<S extends z.ZodType, T>(
    c: ApiContext,
    schema: S,
    apply: (hostId: string, body: z.output<S>) => Promise<Result<T>>,
    status: 200 | 201 = 200,
  ) {
    const who = await chargedHost(c, box, "hostCommand");
    if (who instanceof Response) return who;
    const body = await readJson(c, schema);
    return body.ok ? replied(c, await apply(who.hostId, body.value), status) : refusal(c, body.error);
  }
  async function takeOut<T>(c: ApiContext, apply: (hostId: string) => Promise<Result<T>>) {
    const who = await chargedHost(c, box, "hostCommand");
    return who instanceof Response ? who : replied(c, await apply(who.hostId));
  }
  const idIn = (c: ApiContext, name: string): string => c.req.param(name) ?? "";
  const leagueIn = (c: ApiContext) => idIn(c, "leagueId");

  app.get("/leagues", async (c) => {
    const host = await signedIn(c, box);
    if (!host.ok) return refusal(c, host.error);
    return replied(c, ok({ leagues: await leagues.list(host.value.hostId) }));
  });
  app.post("/leagues", (c) => change(c, createLeagueSchema, leagues.create, 201));

  app.get("/leagues/:leagueId", (c) => look(c, (hostId) => leagues.table(hostId, leagueIn(c))));
  app.patch("/leagues/:leagueId", (c) =>
    change(c, changeLeagueSchema, (hostId, fields) => leagues.change(hostId, leagueIn(c), fields)),
  );
  app.delete("/leagues/:leagueId", (c) => takeOut(c, (hostId) => leagues.remove(hostId, leagueIn(c))));
  app.get("/leagues/:leagueId/table.csv", async (c) => {
    const who = await chargedHost(c, box, "exportResults");
    if (who instanceof Response) return who;
    const table = await leagues.table(who.hostId, leagueIn(c));
    if (!table.ok) return refusal(c, table.error);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="roomful-league-${table.value.leagueId}.csv"`);
    c.header("Cache-Control", "no-store");
    return c.body(leagueCsv(table.value));
  });

  app.post("/leagues/:leagueId/sessions", (c) =>
    change(
      c,
      addToLeagueSchema,
      (hostId, { sessionId }) => leagues.addNight(hostId, leagueIn(c), sessionId),
      201,
    ),
  );
  app.get("/leagues/:leagueId/sessions/:sessionId", (c) =>
    look(c, (hostId) => leagues.night(hostId, leagueIn(c), idIn(c, "sessionId"))),
  );
  app.delete("/leagues/:leagueId/sessions/:sessionId", (c) =>
    takeOut(c, (hostId) => leagues.removeNight(hostId, leagueIn(c), idIn(c, "sessionId"))),
  );
  app.put("/leagues/:leagueId/sessions/:sessionId/seats", (c) =>
    change(c, linkSeatsSchema, (hostId, { links }) =>
      leagues.link(hostId, leagueIn(c), idIn(c, "sessionId"), links),
    ),
  );

  app.get("/leagues/:leagueId/teams/:teamId", (c) =>
    look(c, (hostId) => leagues.team(hostId, leagueIn(c), idIn(c, "teamId"))),
  );
  app.patch("/leagues/:leagueId/teams/:teamId", (c) =>
    change(c, renameLeagueTeamSchema, (hostId, { name }) =>
      leagues.renameTeam(hostId, leagueIn(c), idIn(c, "teamId"), name),
    ),
  );
  app.post("/leagues/:leagueId/teams/:teamId/merge", (c) =>
    change(c, mergeLeagueTeamsSchema, (hostId, { into }) =>
      leagues.mergeTeams(hostId, leagueIn(c), idIn(c, "teamId"), into),
    ),
  );
  return app;
}
