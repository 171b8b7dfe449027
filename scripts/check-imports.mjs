// Imports go one way (docs/architecture.md). Prints every line that goes against it.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** What each part may import besides itself. */
const allowed = {
  "lib/contracts": [],
  "lib/game": ["lib/contracts"],
  "lib/formats": ["lib/contracts"],
  "lib/limits": ["lib/contracts"],
  "lib/store": ["lib/contracts", "lib/game"],
  "lib/client": ["lib/contracts"],
  "lib/server": ["lib/contracts", "lib/game", "lib/formats", "lib/limits", "lib/store"],
  components: ["lib/contracts", "lib/client"],
  app: ["lib/contracts", "lib/client", "components"],
};
/** The rules of the game import nothing from outside. */
const pure = new Set(["lib/game", "lib/contracts"]);
const purePackages = new Set(["zod"]);

const partOf = (path) => Object.keys(allowed).find((part) => path === part || path.startsWith(`${part}/`));
function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name === "generated") continue;
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path.replaceAll("\\", "/");
  }
}

const faults = [];
for (const part of Object.keys(allowed))
  for (const file of sources(part)) {
    const isTest = /\.test(-\w+)?\.tsx?$|test-store|test-suite/.test(file);
    for (const match of readFileSync(file, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const target = match[1];
      if (target.startsWith("@/") || target.startsWith(".")) {
        const path = target.startsWith("@/") ? target.slice(2) : posix.join(posix.dirname(file), target);
        const to = partOf(path);
        if (to && to !== part && !allowed[part].includes(to) && !isTest)
          faults.push(`${file} imports ${path}`);
      } else if (pure.has(part) && !purePackages.has(target) && !isTest)
        faults.push(`${file} imports the package ${target}`);
    }
  }
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? "imports go one way" : `${faults.length} imports against the direction`);
process.exit(faults.length === 0 ? 0 : 1);
