import { fileURLToPath } from "node:url";
import { defineConfig } from "prisma/config";

// The Prisma CLI fetches its native schema engine before any command, though only `migrate` and `db` run it. Any
// existing path here makes generate, validate and format work without a network; migrations are written and checked
// by scripts/migration.mjs and applied by lib/store/migrate.ts.
if (!["migrate", "db"].includes(process.argv[2] ?? ""))
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(import.meta.url);

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
