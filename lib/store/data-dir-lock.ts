/**
 * One process per data directory: the embedded database has no lock of its own, and two processes would silently lose
 * each other's rows. A listening local socket is a lock that the kernel drops when its holder dies, even by SIGKILL.
 * Holds within one machine: two containers that share a volume do not see each other.
 */
import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreError } from "./store-error";

/**
 * On Linux and Windows the name lives in the kernel and goes with its holder. Elsewhere it is a file, which outlives a
 * holder that was killed, and which differs between processes with different temporary folders.
 */
function socketFor(dataDir: string): { path: string; isFile: boolean } {
  const key = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 24);
  if (process.platform === "win32") return { path: `\\\\.\\pipe\\roomful-${key}`, isFile: false };
  if (process.platform === "linux") return { path: `\0roomful-${key}`, isFile: false };
  return { path: join(tmpdir(), `roomful-${key}.sock`), isFile: true };
}

/** Resolves to the release. DATA_DIR_IN_USE when another process holds it. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const { path, isFile } = socketFor(dataDir);
  // the second try comes after clearing the socket file of a holder that was killed
  for (let attempt = 0; attempt < 2; attempt++) {
    const server = createServer((socket) => socket.destroy());
    const failure = await new Promise<NodeJS.ErrnoException | null>((done) => {
      server.once("error", done).listen(path, () => done(null));
    });
    if (!failure) {
      server.unref();
      return () => new Promise((done) => server.close(() => done()));
    }
    if (failure.code !== "EADDRINUSE") throw failure;
    const held = await new Promise<boolean>((done) => {
      const probe = connect(path, () => {
        probe.destroy();
        done(true);
      }).once("error", () => done(false));
    });
    if (held || !isFile) break;
    rmSync(path, { force: true });
  }
  throw new StoreError(
    "DATA_DIR_IN_USE",
    `The data directory ${dataDir} is in use by another running Roomful. Stop that one first, give this one its own DATA_DIR, or set DATABASE_URL.`,
  );
}
