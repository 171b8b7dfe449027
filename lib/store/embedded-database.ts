/**
 * The embedded database behind the interface of a pg.Pool: its one "socket" is a worker thread. One connection, so no
 * named prepared statements, and the outer client is never used inside an interactive transaction.
 */
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { lockDataDir } from "./data-dir-lock";
import { makeDir } from "./make-dir";
import { StoreError } from "./store-error";

export type EmbeddedDatabase = {
  pool: pg.Pool;
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Reply = { id?: number; bytes?: Uint8Array; error?: string };

/** `dataDir` undefined: in memory. `snapshot`: the dump of another one. */
export async function openEmbeddedDatabase(o: {
  rootDir: string;
  dataDir?: string;
  snapshot?: Uint8Array;
}): Promise<EmbeddedDatabase> {
  const { dataDir, snapshot } = o;
  const start = (initOnly: boolean) =>
    new Worker(join(o.rootDir, "lib/store/pglite-worker.mjs"), {
      workerData: { dataDir, snapshot, initOnly },
    });

  let unlock = async () => {};
  if (dataDir) {
    try {
      makeDir(dataDir);
      accessSync(dataDir, constants.W_OK);
    } catch {
      throw new StoreError(
        "DATA_DIR_UNWRITABLE",
        `The data directory ${dataDir} cannot be written to. Check its owner and rights, or set DATA_DIR to another one.`,
      );
    }
    unlock = await lockDataDir(dataDir);
  }
  try {
    // creating the files takes 500 MB of WebAssembly memory, which goes with the throw-away worker
    if (dataDir && !existsSync(join(dataDir, "PG_VERSION"))) await ended(start(true));
    const worker = start(false);
    await ready(worker);
    return serve(worker, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Resolves when the worker has done its work and gone. */
const ended = (worker: Worker) =>
  new Promise<void>((done, fail) => {
    worker.once("error", fail).once("exit", (code) => {
      if (code) fail(new Error(`creating the database failed (${code})`));
      else done();
    });
  });

/** Resolves when the worker takes statements. */
const ready = (worker: Worker) =>
  new Promise<void>((done, fail) => {
    worker.once("message", () => done());
    worker.once("error", fail);
    worker.once("exit", (code) => fail(new Error(`the embedded database did not start (${code})`)));
  });

function serve(worker: Worker, unlock: () => Promise<void>): EmbeddedDatabase {
  const waiting = new Map<number, (reply: Reply) => void>();
  let sequence = 0;
  let dead: Error | null = null;
  const die = (error: Error) => {
    dead = error;
    for (const answer of waiting.values()) answer({ error: error.message });
    waiting.clear();
  };
  worker.on("message", (reply: Reply) => {
    if (reply.id === undefined) return;
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  worker.on("error", die);
  worker.on("exit", () => die(new Error("the embedded database has stopped")));

  const call = (message: { operation?: "dump"; bytes?: Uint8Array }) =>
    new Promise<Uint8Array>((done, fail) => {
      if (dead) return fail(dead);
      const id = ++sequence;
      waiting.set(id, (reply) =>
        reply.error ? fail(new Error(reply.error)) : done(reply.bytes ?? new Uint8Array()),
      );
      worker.postMessage({ id, ...message });
    });

  /** The part of a network socket that node-postgres uses. */
  class Wire extends Duplex {
    connect() {
      queueMicrotask(() => this.emit("connect"));
      return this;
    }
    setNoDelay() {
      return this;
    }
    setKeepAlive() {
      return this;
    }
    ref() {
      return this;
    }
    unref() {
      return this;
    }
    override _read() {}
    override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
      const terminate = "X".charCodeAt(0);
      if (chunk[0] === terminate) {
        worker.postMessage({ operation: "reset" });
        return done();
      }
      call({ bytes: new Uint8Array(chunk) }).then((bytes) => {
        if (bytes.length > 0) this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        done();
      }, done);
    }
    override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void) {
      this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "buffer", done);
    }
    override _final(done: () => void) {
      this.push(null);
      done();
    }
  }

  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    user: "postgres",
    database: "postgres",
    password: "-",
    stream: () => new Wire() as never,
  });
  return {
    pool,
    dump: () => call({ operation: "dump" }),
    async close() {
      await pool.end();
      const gone = new Promise((done) => worker.once("exit", done));
      worker.postMessage({ operation: "close" });
      await gone;
      await unlock();
    },
  };
}
