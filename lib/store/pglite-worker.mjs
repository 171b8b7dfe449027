// Runs the embedded database (PGlite: PostgreSQL compiled to WebAssembly) off the main thread and speaks the
// PostgreSQL wire protocol over messages. Plain JavaScript, because a worker thread starts from a file.
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";

const { dataDir, snapshot, initOnly } = workerData;

// PGlite's fsync() does nothing; with O_SYNC on the WAL files a killed process loses nothing that was acknowledged
const durable = dataDir ? ["-c", "wal_sync_method=open_datasync"] : [];
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F" || !dataDir),
  ...durable,
  "-c",
  "shared_buffers=16MB",
  "-c",
  "jit=off",
];
const db = await PGlite.create({
  ...(dataDir ? { dataDir } : {}),
  ...(snapshot ? { loadDataDir: new Blob([snapshot]) } : {}),
  startParams,
});
if (initOnly) {
  await db.close();
  process.exit(0);
}

async function exchange(bytes) {
  const parts = [];
  await db.execProtocolRawStream(bytes, { onRawData: (part) => parts.push(Buffer.from(part)) });
  return Buffer.concat(parts);
}

function simpleQuery(sql) {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message[0] = "Q".charCodeAt(0);
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return new Uint8Array(message);
}

const operations = {
  async close() {
    await db.close();
    process.exit(0);
  },
  // a client went away; one backend serves them all, so its leftovers are cleared
  async reset() {
    await exchange(simpleQuery("ROLLBACK"));
    await exchange(simpleQuery("DISCARD ALL"));
  },
  async dump() {
    const file = await db.dumpDataDir("none");
    return new Uint8Array(await file.arrayBuffer());
  },
};

let queue = Promise.resolve();
parentPort.on("message", ({ id, bytes, operation }) => {
  queue = queue.then(async () => {
    try {
      const reply = operation ? await operations[operation]() : await exchange(bytes);
      if (id !== undefined) parentPort.postMessage({ id, bytes: reply });
    } catch (error) {
      parentPort.postMessage({ id, error: String(error) });
    }
  });
});
parentPort.postMessage({ ready: true });
