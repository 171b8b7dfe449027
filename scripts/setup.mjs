// npm start | npm run dev | npm test on a fresh clone: installs what is missing, builds what is stale, then runs. Uses
// nothing but Node itself, because nothing else is there yet.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
process.chdir(root);
const [task = "start", ...rest] = process.argv.slice(2);

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Roomful needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

const stampFolder = "node_modules/.cache/roomful";
const sources = [
  "app",
  "components",
  "lib",
  "prisma",
  "public",
  "middleware.ts",
  "server.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  "scripts",
];

function run(command, args, env = {}) {
  const done = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  });
  if (done.status !== 0) {
    console.error(`\nThis step failed: ${command} ${args.join(" ")}`);
    process.exit(done.status ?? 1);
  }
}
const bin = (name) => join(root, "node_modules", ".bin", name);

function* filesIn(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else
    for (const name of readdirSync(path).sort())
      if (name !== "generated" && name !== "node_modules") yield* filesIn(join(path, name));
}
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) for (const file of filesIn(path)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Runs a step when the stamp of what it depends on has changed. */
function whenStale(name, hash, isThere, step) {
  const stamp = join(stampFolder, name);
  if (isThere && existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  step();
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(stamp, hash);
}

export function install() {
  whenStale("install", hashOf(["package-lock.json", "package.json"]), existsSync("node_modules/next"), () => {
    console.log("Installing packages …");
    run("npm", ["ci", "--no-audit", "--no-fund"]);
  });
  whenStale(
    "prisma",
    hashOf(["prisma/schema.prisma", "prisma.config.ts"]),
    existsSync("lib/store/generated/client.ts"),
    () => {
      run(bin("prisma"), ["generate", "--no-hints"]);
    },
  );
}

export function build() {
  whenStale("build", hashOf(sources), existsSync(".next/BUILD_ID") && existsSync("dist/server.mjs"), () => {
    console.log("Building …");
    run(bin("next"), ["build"], { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" });
    run(process.execPath, ["scripts/bundle.mjs"]);
    run(process.execPath, ["scripts/compress.mjs"]);
  });
}

function serve(command, args, env) {
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => process.exit(code ?? 0));
}

install();
if (task === "start") {
  build();
  serve(process.execPath, ["--enable-source-maps", "dist/server.mjs", ...rest], { NODE_ENV: "production" });
} else if (task === "dev") {
  serve(bin("tsx"), ["server.ts", "--dev", ...rest], { NODE_ENV: "development" });
} else if (task === "rehearse") {
  serve(bin("tsx"), ["bench/rehearse.ts", ...rest], {});
} else if (task === "bench") {
  serve(bin("tsx"), ["bench/bench.ts", ...rest], {});
} else if (task === "test") {
  const { runTests } = await import("./run-tests.mjs");
  process.exit(await runTests({ build, bin, args: rest }));
} else if (task === "build") {
  build();
} else {
  console.error(
    "usage: npm start | npm run dev | npm test | npm run rehearse | npm run bench | npm run build",
  );
  process.exit(1);
}
