import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// with a real Postgres only what touches a database runs again
const onlyIntegration = process.env.ROOMFUL_ONLY_INTEGRATION === "1";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: onlyIntegration
      ? ["lib/{store,server}/**/*.test.ts"]
      : ["{lib,components,app,scripts,bench}/**/*.test.{ts,tsx}"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
