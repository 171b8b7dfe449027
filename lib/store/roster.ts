/**
 * A number that goes up with everything that happens to the seats of a session. Processes that share the database look at
 * it with the versions, once a second, and read the seats again where it moved. It has a row of its own, because joins
 * must not wait for the answers' share lock on the session's.
 */
import type { Prisma } from "./generated/client";

/** In the transaction of the change itself, so that whoever sees the number sees the change. */
export const noteRosterChange = (
  tx: Prisma.TransactionClient,
  sessionId: string,
): Promise<number> => tx.$executeRaw`
  INSERT INTO "Roster" ("sessionId", "sequence") VALUES (${sessionId}, 1)
  ON CONFLICT ("sessionId") DO UPDATE SET "sequence" = "Roster"."sequence" + 1`;
