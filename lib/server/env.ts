/**
 * The environment, checked once at start. Everything has a default; every fault is listed at once, in plain words,
 * so that nobody mends one line per restart. Nothing else in the project reads process.env.
 */
import { z } from "zod";
import { parseTrustedProxies } from "./client-ip";

const blankIsUnset = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const orDefault = <T extends z.ZodType>(schema: T, fallback: z.input<T> & (string | number)) =>
  z.preprocess((value) => blankIsUnset(value) ?? fallback, schema);

/** One sentence for all that can be wrong with it: the range says the rest. */
const wholeNumber = (least: number, most: number, what = "a whole number") => {
  const fault = `must be ${what} from ${least} to ${most}`;
  return z.coerce.number(fault).int(fault).min(least, fault).max(most, fault);
};

const settings = z.object({
  PORT: orDefault(wholeNumber(0, 65_535, "a port"), 3000),
  HOST: orDefault(z.string(), "0.0.0.0"),
  PUBLIC_URL: optional(
    z.url({ protocol: /^https?$/, error: "must be a full address such as https://quiz.example" }),
  ),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://"),
  ),
  DATA_DIR: orDefault(z.string(), "data"),
  SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  ROOM_SIZE: orDefault(wholeNumber(1, 5_000), 300),
  MEDIA_SPACE_GB: orDefault(wholeNumber(0, 100_000), 5),
  LIMITS: orDefault(z.enum(["default", "published", "off"], "must be default, published or off"), "default"),
  LIMITS_FILE: optional(z.string()),
  REDIS_URL: optional(z.string().regex(/^rediss?:\/\//, "must begin with redis:// or rediss://")),
  UPSTASH_REDIS_REST_URL: optional(z.url({ protocol: /^https?$/, error: "must be a full http(s) address" })),
  UPSTASH_REDIS_REST_TOKEN: optional(z.string()),
  ADMIN_HOST_IDS: orDefault(z.string(), "").transform((list) =>
    list
      .split(",")
      .map((id) => id.trim())
      .filter(Boolean),
  ),
  TRUSTED_PROXIES: orDefault(
    z.string().superRefine((list, context) => {
      try {
        parseTrustedProxies(list);
      } catch (error) {
        const message = (error as Error).message.replace("TRUSTED_PROXIES: ", "");
        context.addIssue({ code: "custom", message });
      }
    }),
    "",
  ),
  METRICS_TOKEN: optional(z.string().min(16, "must have at least 16 characters")),
  LOG_LEVEL: orDefault(
    z.enum(["silent", "error", "warn", "info", "debug"], "must be silent, error, warn, info or debug"),
    "info",
  ),
});

const envSchema = settings.superRefine((env, context) => {
  const fault = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (env.REDIS_URL && env.UPSTASH_REDIS_REST_URL)
    fault("REDIS_URL", "is set and so is UPSTASH_REDIS_REST_URL: limits are shared through one of them");
  if (env.UPSTASH_REDIS_REST_URL && !env.UPSTASH_REDIS_REST_TOKEN)
    fault("UPSTASH_REDIS_REST_TOKEN", "is missing: it belongs to UPSTASH_REDIS_REST_URL");
  if (env.UPSTASH_REDIS_REST_TOKEN && !env.UPSTASH_REDIS_REST_URL)
    fault("UPSTASH_REDIS_REST_URL", "is missing: UPSTASH_REDIS_REST_TOKEN belongs to it");
});

export type Env = z.infer<typeof envSchema>;

/** Every fault of the environment in plain words, one a line. */
export class EnvError extends Error {}

export function readEnv(source: Record<string, string | undefined>): Env {
  const parsed = envSchema.safeParse(source);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new EnvError(`These settings cannot be used (SETTINGS_INVALID):\n${lines.join("\n")}`);
}
