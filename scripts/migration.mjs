// npm run db:new <name> | npm run db:check: writes a migration, or checks that schema and migrations agree. Works
// without a server, a network or a native engine: Prisma's schema engine as WebAssembly over the embedded database.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { register } from "tsx/esm/api";

register();
const { openEmbeddedDatabase } = await import("../lib/store/embedded-database.ts");
const { listMigrations } = await import("../lib/store/migrate.ts");

const require = createRequire(import.meta.url);
const glueFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
const glue = await import(pathToFileURL(glueFile).href);
const wasm = new WebAssembly.Module(readFileSync(join(dirname(glueFile), "schema_engine_bg.wasm")));
const instance = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": glue });
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
glue.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

/** The adapter rejects the catalog type "char" (oid 18): text to the adapter, Character to the engine. */
function withCharacterType(factory, pool) {
  const characterColumns = new WeakMap();
  const query = pool.query.bind(pool);
  const connect = factory.connect.bind(factory);
  pool.query = async (...args) => {
    const result = await query(...args);
    const flags = (result.fields ?? []).map((field) => {
      if (field.dataTypeID !== 18) return false;
      field.dataTypeID = 25;
      return true;
    });
    characterColumns.set(result.rows, flags);
    return result;
  };
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (request) => {
      const result = await queryRaw(request);
      characterColumns.get(result.rows)?.forEach((isCharacter, index) => {
        if (isCharacter) result.columnTypes[index] = ColumnTypeEnum.Character;
      });
      return result;
    };
    return adapter;
  };
  return factory;
}

const schemaPath = resolve("prisma/schema.prisma");
const folder = resolve("prisma/migrations");
const files = [{ path: schemaPath, content: readFileSync(schemaPath, "utf8") }];
const { pool, close } = await openEmbeddedDatabase({ rootDir: resolve(".") });
for (const name of listMigrations(folder))
  await pool.query(readFileSync(join(folder, name, "migration.sql"), "utf8"));
const engine = await glue.SchemaEngine.new(
  { datamodels: [[schemaPath, files[0].content]] },
  () => {},
  bindMigrationAwareSqlAdapterFactory(withCharacterType(new PrismaPg(pool), pool)),
);
const difference = await engine.diff({
  from: { tag: "schemaDatasource", files, configDir: dirname(schemaPath) },
  to: { tag: "schemaDatamodel", files },
  script: true,
  exitCode: true,
  shadowDatabaseUrl: null,
  filters: { externalTables: [], externalEnums: [] },
});

const [command, name] = process.argv.slice(2);
let exitCode = 0;
if (command === "check") {
  exitCode = difference.exitCode;
  console.log(exitCode ? difference.stdout : "prisma/schema.prisma and prisma/migrations agree");
} else if (command === "new" && /^[a-z0-9_]+$/.test(name ?? "")) {
  if (difference.exitCode) {
    const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
    const target = join(folder, `${stamp}_${name}`);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "migration.sql"), difference.stdout);
    writeFileSync(join(folder, "migration_lock.toml"), 'provider = "postgresql"\n');
    console.log(`wrote ${target}`);
  } else console.log("no change");
} else {
  console.error("usage: npm run db:new <name in lower case> | npm run db:check");
  exitCode = 1;
}
await close();
process.exit(exitCode);
