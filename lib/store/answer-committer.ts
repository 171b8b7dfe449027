/**
 * The hot path: answers that arrive together are committed together, and each sender is acknowledged after its commit.
 * Raw SQL with a reason: one insert per answer takes 1,351 ms for 1,000 answers in the embedded database, one
 * statement per batch 96 ms. The open check and the write are one statement, so that no lock slips between them. Answers
 * that may be changed (sheets, jokers) are compared and set by their revision in a second statement, which batches
 * without a change never meet. Never says "saved" on the strength of anything but a committed row.
 */
import type { AnswerValue } from "@/lib/contracts/answers";
import type { AnswerRecord } from "@/lib/game/scoring";
import { answerGraceMs } from "@/lib/game/state";
import type { Store } from "./store";

export type AnswerInput = {
  sessionId: string;
  playerId: string;
  questionId: string;
  submissionId: string;
  value: AnswerValue;
  /** epoch ms, when the bytes reached this process */
  receivedAt: number;
  /** a change: replaces the stored answer if that still has this revision. Absent: a first answer, never a change. */
  basedOn?: number;
};

/** The row that counts; `receivedAt`: epoch ms, of the submission that won. `revision`: 0, and one more with each change. */
export type CommittedAnswer = {
  value: AnswerValue;
  submissionId: string;
  receivedAt: number;
  revision: number;
};

export type AnswerOutcome =
  | ({ kind: "saved"; repeat: boolean } & CommittedAnswer)
  /** a first answer that met another one */
  | ({ kind: "alreadyAnswered" } & CommittedAnswer)
  /** a change based on another revision than the one stored: nothing was written */
  | ({ kind: "changed" } & CommittedAnswer)
  | { kind: "closed" }
  | { kind: "unavailable" };

export type AnswerCommitter = ReturnType<typeof answerCommitter>;

/** A statement of this many rows takes some 10 ms; larger ones only lengthen the first sender's wait. */
const defaultMaxBatch = 500;
/** Ten rooms of a thousand all answering at once; past that senders are told to come again. */
const defaultMaxWaiting = 10_000;
/** Long enough for a burst to gather, too short to notice: a frame of a 60 Hz screen is 16 ms. */
const gatherMs = 2;

/**
 * The session row is locked FOR SHARE: a lock of the question takes it exclusively, so it either sees this answer or
 * this answer sees the question closed. Rows are ordered, so that two processes never wait for each other in a circle.
 *
 * Here and below, `"sessionId" || ''` cannot be looked up in an index. Of a young database (and of the embedded one, always)
 * the planner knows nothing, and then it finds each answer's player by the session: a thousand seats are looked at for each
 * of a thousand answers, 70 ms of CPU where 17 do. By its own key there is one.
 */
const insertSql = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS g(
    "sessionId" text, "playerId" text, "questionId" text, "submissionId" text, "value" jsonb, "receivedAt" bigint)
), open_session AS (
  SELECT s."id", s."openQuestionIds", s."closesAt" FROM "Session" s
  WHERE s."id" IN (SELECT "sessionId" FROM given) ORDER BY s."id" FOR SHARE
)
INSERT INTO "Answer" ("playerId", "questionId", "sessionId", "submissionId", "value", "receivedAt")
SELECT g."playerId", g."questionId", g."sessionId", g."submissionId", g."value", g."receivedAt"
FROM given g
JOIN open_session s ON s."id" = g."sessionId" AND g."questionId" = ANY(s."openQuestionIds")
  AND (s."closesAt" IS NULL OR g."receivedAt" <= s."closesAt" + $2)
JOIN "Player" p ON p."id" = g."playerId" AND p."sessionId" || '' = g."sessionId" AND p."status" = 'active'
ORDER BY g."playerId", g."questionId", g."receivedAt"
ON CONFLICT ("playerId", "questionId") DO NOTHING
RETURNING "playerId", "questionId", "submissionId"`;

/**
 * Compare and set. The rows are locked in one order before they are written, as above; a row that another process
 * changed meanwhile is looked at again once its lock is free, and then no longer has the revision.
 */
const changeSql = `
WITH given AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS g("sessionId" text, "playerId" text, "questionId" text,
    "submissionId" text, "value" jsonb, "receivedAt" bigint, "basedOn" int)
), open_session AS (
  SELECT s."id", s."openQuestionIds", s."closesAt" FROM "Session" s
  WHERE s."id" IN (SELECT "sessionId" FROM given) ORDER BY s."id" FOR SHARE
), unchanged AS (
  SELECT a."playerId", a."questionId", g."submissionId", g."value", g."receivedAt", g."basedOn" FROM "Answer" a
  JOIN given g ON g."playerId" = a."playerId" AND g."questionId" = a."questionId" AND g."sessionId" = a."sessionId" || ''
  JOIN open_session s ON s."id" = g."sessionId" AND g."questionId" = ANY(s."openQuestionIds")
    AND (s."closesAt" IS NULL OR g."receivedAt" <= s."closesAt" + $2)
  JOIN "Player" p ON p."id" = g."playerId" AND p."sessionId" || '' = g."sessionId" AND p."status" = 'active'
  WHERE a."revision" = g."basedOn" ORDER BY a."playerId", a."questionId" FOR UPDATE OF a
)
UPDATE "Answer" a SET "value" = u."value", "submissionId" = u."submissionId", "receivedAt" = u."receivedAt",
  "revision" = a."revision" + 1
FROM unchanged u
WHERE a."playerId" = u."playerId" AND a."questionId" = u."questionId" AND a."revision" = u."basedOn"
RETURNING a."playerId", a."questionId", a."submissionId", a."value", a."receivedAt", a."revision"`;

const readBackSql = `
SELECT a."playerId", a."questionId", a."submissionId", a."value", a."receivedAt", a."revision" FROM "Answer" a
JOIN jsonb_to_recordset($1::jsonb) AS g("sessionId" text, "playerId" text, "questionId" text)
  ON a."playerId" = g."playerId" AND a."questionId" = g."questionId" AND a."sessionId" || '' = g."sessionId"`;

/** What stands where a change was not made, and whether it came in time: too late is no conflict with a team mate. */
const readChangedSql = `
SELECT a."playerId", a."questionId", a."submissionId", a."value", a."receivedAt", a."revision",
  g."questionId" = ANY(s."openQuestionIds") AND (s."closesAt" IS NULL OR g."receivedAt" <= s."closesAt" + $2)
    AND p."status" = 'active' AS "inTime"
FROM jsonb_to_recordset($1::jsonb) AS g("sessionId" text, "playerId" text, "questionId" text, "receivedAt" bigint)
JOIN "Answer" a ON a."playerId" = g."playerId" AND a."questionId" = g."questionId" AND a."sessionId" || '' = g."sessionId"
JOIN "Session" s ON s."id" = g."sessionId"
JOIN "Player" p ON p."id" = g."playerId"`;

const lateSql = `
INSERT INTO "LateAnswer" ("playerId", "questionId", "sessionId", "receivedAt")
SELECT g."playerId", g."questionId", g."sessionId", min(g."receivedAt")
FROM jsonb_to_recordset($1::jsonb) AS g("sessionId" text, "playerId" text, "questionId" text, "receivedAt" bigint)
JOIN "Player" p ON p."id" = g."playerId" AND p."sessionId" || '' = g."sessionId" AND p."status" = 'active'
GROUP BY g."playerId", g."questionId", g."sessionId"
ORDER BY g."playerId"
ON CONFLICT ("playerId", "questionId") DO NOTHING`;

const tallySql = `
SELECT count(*)::int AS "count", coalesce(sum("revision"), 0)::int AS "revisions" FROM "Answer"
WHERE "sessionId" = $1 AND "receivedAt" >= $2::bigint
  AND "questionId" IN (SELECT jsonb_array_elements_text($3::jsonb))`;
export type AnswerTally = { count: number; revisions: number };

/** `json`: the row as it goes into the statement, made once. */
type Waiting = {
  input: AnswerInput;
  json: string;
  settle: (outcome: AnswerOutcome) => void;
};
type StoredRow = {
  playerId: string;
  questionId: string;
  submissionId: string;
  value: AnswerValue;
  /** bigint columns arrive as text or number, by driver */
  receivedAt: string | number | bigint;
  revision: number;
};

type InsertedRow = Pick<StoredRow, "playerId" | "questionId" | "submissionId">;

const firstOf = ({ value, submissionId, receivedAt }: AnswerInput): CommittedAnswer => ({
  value,
  submissionId,
  receivedAt,
  revision: 0,
});
const committed = ({ submissionId, value, receivedAt, revision }: StoredRow): CommittedAnswer => ({
  value,
  submissionId,
  receivedAt: Number(receivedAt),
  revision,
});
const isChange = (input: AnswerInput): boolean => input.basedOn !== undefined;

const keyOf = (row: { playerId: string; questionId: string }) => `${row.playerId} ${row.questionId}`;

/**
 * Postgres stores neither U+0000 nor half a surrogate pair; either would fail the statement for everybody in it. JSON
 * writes both as escapes, so that a row without one of those is what it was, and most are.
 */
function storable(input: AnswerInput): { input: AnswerInput; json: string } {
  const json = JSON.stringify(input);
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return { input, json };
  const tidied = JSON.parse(json, (_key, part) =>
    typeof part === "string" ? part.toWellFormed().replaceAll("\0", "") : part,
  ) as AnswerInput;
  return { input: tidied, json: JSON.stringify(tidied) };
}

const listOf = (batch: Waiting[]): string => `[${batch.map(({ json }) => json).join(",")}]`;

/** SQLSTATE classes 22 (data) and 23 (integrity): a row is at fault, not the database. */
const blamesRow = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown } | null)?.code ?? ""));

export function answerCommitter(store: Store, o: { maxBatch?: number; maxWaiting?: number } = {}) {
  const maxBatch = o.maxBatch ?? defaultMaxBatch;
  const maxWaiting = o.maxWaiting ?? defaultMaxWaiting;
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let committing = 0;
  /** milliseconds a row took lately: each batch moves it a fifth of the way */
  let msPerRow = 0.1;

  function start(): void {
    if (running || gathering || waiting.length === 0) return;
    gathering = setTimeout(() => {
      gathering = null;
      const batch = takeBatch();
      committing = batch.length;
      const startedAt = performance.now();
      running = commit(batch).finally(() => {
        running = null;
        committing = 0;
        msPerRow += ((performance.now() - startedAt) / batch.length - msPerRow) / 5;
        start();
      });
    }, gatherMs);
  }

  /** Of the changes of one answer only the first: the next is compared with what that one stored. */
  function takeBatch(): Waiting[] {
    const changing = new Set<string>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    for (const one of waiting.slice(0, maxBatch)) {
      const key = isChange(one.input) ? keyOf(one.input) : null;
      (key !== null && changing.has(key) ? later : batch).push(one);
      if (key !== null) changing.add(key);
    }
    waiting = [...later, ...waiting.slice(maxBatch)];
    return batch;
  }

  async function commit(batch: Waiting[]): Promise<void> {
    let outcomes: AnswerOutcome[];
    try {
      // once more after a failure: a connection may have been closed; the constraint makes a repeat harmless
      outcomes = await write(batch).catch((error) => {
        if (blamesRow(error)) throw error;
        return write(batch);
      });
    } catch (error) {
      if (blamesRow(error) && batch.length > 1) {
        // one row nobody foresaw must not cost the others their answer; halves find it in log2(n) steps
        const middle = batch.length >> 1;
        await commit(batch.slice(0, middle));
        await commit(batch.slice(middle));
        return;
      }
      // a database that is away is not asked again for each row: 500 time-outs in a row are an hour (NET-12)
      outcomes = batch.map(() => ({ kind: "unavailable" }));
    }
    for (const [index, one] of batch.entries()) one.settle(outcomes[index] ?? { kind: "unavailable" });
  }

  async function write(batch: Waiting[]): Promise<AnswerOutcome[]> {
    const changes = batch.filter(({ input }) => isChange(input));
    if (changes.length === 0) return writeFirst(batch);
    const first = batch.filter(({ input }) => !isChange(input));
    const outcomes = new Map<Waiting, AnswerOutcome>();
    const keep = (done: Waiting[], settled: AnswerOutcome[]) => {
      for (const [index, one] of done.entries()) outcomes.set(one, settled[index] ?? { kind: "unavailable" });
    };
    if (first.length > 0) keep(first, await writeFirst(first));
    keep(changes, await writeChanges(changes));
    return batch.map((one) => outcomes.get(one) ?? { kind: "unavailable" });
  }

  async function writeFirst(batch: Waiting[]): Promise<AnswerOutcome[]> {
    const { rows: inserted } = await store.query<InsertedRow>(insertSql, [listOf(batch), answerGraceMs]);
    const isNew = new Set(inserted.map(keyOf));
    // a row that went in is known here word by word and need not be read back, unless two said to be the same
    const bySubmission = new Map<string, AnswerInput | null>();
    for (const { input } of batch) {
      const name = `${keyOf(input)} ${input.submissionId}`;
      bySubmission.set(name, bySubmission.has(name) ? null : input);
    }
    const stands = new Map<string, CommittedAnswer>();
    for (const row of inserted) {
      const input = bySubmission.get(`${keyOf(row)} ${row.submissionId}`);
      if (input) stands.set(keyOf(row), firstOf(input));
    }
    const rest = batch.filter(({ input }) => !stands.has(keyOf(input)));
    if (rest.length > 0) {
      const { rows: found } = await store.query<StoredRow>(readBackSql, [listOf(rest)]);
      for (const row of found) stands.set(keyOf(row), committed(row));
    }
    const late = rest.filter(({ input }) => !stands.has(keyOf(input)));
    if (late.length > 0) await store.query(lateSql, [listOf(late)]);

    const acknowledged = new Set<string>();
    return batch.map(({ input }): AnswerOutcome => {
      const key = keyOf(input);
      const row = stands.get(key);
      if (!row) return { kind: "closed" };
      if (row.submissionId !== input.submissionId) return { kind: "alreadyAnswered", ...row };
      const repeat = !isNew.has(key) || acknowledged.has(key);
      acknowledged.add(key);
      return { kind: "saved", ...row, repeat };
    });
  }

  /** One change a key. Nothing of an answer is lost by one that is refused: what stands is what the reply shows. */
  async function writeChanges(batch: Waiting[]): Promise<AnswerOutcome[]> {
    const { rows: changed } = await store.query<StoredRow>(changeSql, [listOf(batch), answerGraceMs]);
    const won = new Map(changed.map((row) => [keyOf(row), row]));
    const rest = batch.filter(({ input }) => !won.has(keyOf(input)));
    const known = new Map<string, StoredRow & { inTime: boolean }>();
    if (rest.length > 0) {
      const { rows } = await store.query<StoredRow & { inTime: boolean }>(readChangedSql, [
        listOf(rest),
        answerGraceMs,
      ]);
      for (const row of rows) known.set(keyOf(row), row);
    }
    // nothing stands there to be overwritten: a first answer, whatever it was based on
    const first = rest.filter(({ input }) => !known.has(keyOf(input)));
    const outcomes = new Map<Waiting, AnswerOutcome>();
    if (first.length > 0) {
      const settled = await writeFirst(first);
      for (const [index, one] of first.entries())
        outcomes.set(one, settled[index] ?? { kind: "unavailable" });
    }
    return batch.map((one): AnswerOutcome => {
      const { input } = one;
      const mine = won.get(keyOf(input));
      if (mine) return { kind: "saved", ...committed(mine), repeat: false };
      const row = known.get(keyOf(input));
      if (!row) return outcomes.get(one) ?? { kind: "unavailable" };
      if (row.submissionId === input.submissionId) return { kind: "saved", ...committed(row), repeat: true };
      // based on what stands, and yet not written: it was closed at that moment
      const isConflict = row.inTime && row.revision !== input.basedOn;
      return isConflict ? { kind: "changed", ...committed(row) } : { kind: "closed" };
    });
  }

  return {
    /** Settles after the commit; never rejects. */
    submit(input: AnswerInput): Promise<AnswerOutcome> {
      if (waiting.length >= maxWaiting) return Promise.resolve({ kind: "unavailable" });
      return new Promise((settle) => {
        waiting.push({
          ...storable(input),
          settle: (outcome) =>
            // the phone knows its tap by the id as it sent it
            settle(outcome.kind === "saved" ? { ...outcome, submissionId: input.submissionId } : outcome),
        });
        start();
      });
    },
    /** Answers not yet acknowledged, and how long they will take at the pace of the last batches. */
    queue(): { depth: number; drainMs: number } {
      const depth = waiting.length + committing;
      return { depth, drainMs: Math.round(depth * msPerRow) };
    },
    async drain(): Promise<void> {
      while (waiting.length > 0 || running || gathering) {
        await (running ?? new Promise((done) => setTimeout(done, gatherMs)));
      }
    },
    /** `since`: only those received from then on (epoch ms); a change counts with its own time. */
    /**
     * How many answers to these questions there are since then, and the sum of their revisions. Rows are never taken away
     * and a change adds one: where both figures are the same as before, so is every answer.
     */
    async tally(sessionId: string, questionIds: string[], since: number): Promise<AnswerTally> {
      const { rows } = await store.query<AnswerTally>(tallySql, [
        sessionId,
        String(since),
        JSON.stringify(questionIds),
      ]);
      return rows[0] ?? { count: 0, revisions: 0 };
    },
    async loadAnswers(sessionId: string, since?: number): Promise<(AnswerRecord & CommittedAnswer)[]> {
      const rows = await store.prisma.answer.findMany({
        where: { sessionId, ...(since === undefined ? {} : { receivedAt: { gte: BigInt(since) } }) },
        select: {
          playerId: true,
          questionId: true,
          submissionId: true,
          value: true,
          receivedAt: true,
          revision: true,
        },
      });
      return rows.map((row) => ({
        ...row,
        value: row.value as unknown as AnswerValue,
        receivedAt: Number(row.receivedAt),
      }));
    },
    loadLateAnswers: (sessionId: string): Promise<{ playerId: string; questionId: string }[]> =>
      store.prisma.lateAnswer.findMany({
        where: { sessionId },
        select: { playerId: true, questionId: true },
      }),
  };
}
