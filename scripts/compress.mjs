// Compresses what phones download, once at build: brotli of every chunk at start would cost a second of each restart.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressible = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"]);
/** Below this the headers weigh more than the gain. */
const smallest = 512;

function walk(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path);
    else if (compressible.has(extname(name)) && statSync(path).size >= smallest) {
      const raw = readFileSync(path);
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      );
      writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
    }
  }
}
walk(".next/static");
for (const name of readdirSync(".next/server/app", { recursive: true }))
  if (extname(name) === ".html") {
    const path = join(".next/server/app", name);
    const raw = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(raw));
    writeFileSync(`${path}.gz`, gzipSync(raw, { level: 9 }));
  }
