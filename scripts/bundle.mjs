// Bundles the server with its packages into dist/: reading some two thousand small files of node_modules would take half a
// second of every start, and the phones wait for it. Host accounts are a chunk of their own, loaded when asked for.
import { readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** Found in node_modules at run time: what is native code, starts from its own files, or is loaded late. */
const external = ["next", "@next/env", "@node-rs/argon2", "@prisma/client/runtime/query_compiler*"];

/**
 * Node reads the whole source map at the start. Frames inside a package say enough with their function; an empty map
 * keeps them out of ours, which shrinks it to a fifth.
 */
const emptyMap = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString("base64");
const withoutPackageMaps = {
  name: "without-package-maps",
  setup({ onLoad }) {
    onLoad({ filter: /node_modules[\\/].*\.[cm]?js$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}\n//# sourceMappingURL=data:application/json;base64,${emptyMap}`,
      loader: "js",
    }));
  },
};

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: { server: "server.ts" },
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20",
  external,
  // packages written for CommonJS ask for Node's own modules by require
  banner: {
    js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
  },
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  plugins: [withoutPackageMaps],
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
});
