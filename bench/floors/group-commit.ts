/** Rows that arrive while a statement runs go out together with the next one; each sender hears after its commit. */
import type pg from "pg";

export function groupCommit(pool: pg.Pool, sql: string): (row: object) => Promise<void> {
  let waiting: { row: object; done: () => void; fail: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await pool.query(sql, [JSON.stringify(batch.map(({ row }) => row))]);
        for (const { done } of batch) done();
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
    }
    isRunning = false;
  }

  return (row) =>
    new Promise((done, fail) => {
      waiting.push({ row, done, fail });
      if (isRunning) return;
      isRunning = true;
      // what is already in the socket buffers comes with it
      setImmediate(() => void run());
    });
}
