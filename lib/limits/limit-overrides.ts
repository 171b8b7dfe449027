/**
 * Thresholds set by hand, from the file or the room panel: one check for both, with every fault in plain words, the
 * place named and the least accepted said. What is set is laid over the computed sizes; nothing else changes.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { LimitsInForce } from "@/lib/contracts/http";
import { jsonFault } from "./json-fault";
import { nearestName } from "./nearest-name";
import { leastSizes, type Policies, type Policy, type PolicyName, policyNames } from "./policies";

/** `shadow`: refusals are counted and logged, and nobody is refused */
export type Override = {
  perMinute?: number | undefined;
  burst?: number | undefined;
  shadow?: boolean | undefined;
};
export type Overrides = Partial<Record<PolicyName, Override>>;
export type ReadOverrides = { ok: true; overrides: Overrides } | { ok: false; problem: string };

/** A million a second: more is a slip of the finger, and as good as no limit. */
const most = 60_000_000;

const overrideSchema = z.strictObject(
  {
    perMinute: z
      .number("must be a number above 0")
      .gt(0, "must be a number above 0")
      .max(most, `must be at most ${most}`)
      .optional(),
    burst: z
      .int("must be a whole number above 0")
      .min(1, "must be a whole number above 0")
      .max(most, `must be at most ${most}`)
      .optional(),
    shadow: z.boolean("must be true or false").optional(),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "must be an object in braces" : undefined) },
);
const fields = Object.keys(overrideSchema.shape);
const policyFields = Object.fromEntries(
  policyNames.map((name) => [name, overrideSchema.optional()]),
) as Record<PolicyName, z.ZodOptional<typeof overrideSchema>>;
const braces = (issue: { code?: string | undefined }) =>
  issue.code === "invalid_type" ? "must be an object in braces" : undefined;
const overridesSchema = z.strictObject(policyFields, { error: braces });
const fileSchema = z.strictObject({ overrides: overridesSchema }, { error: braces });

/** Reads the text of a limits file. */
export function readLimitsFile(text: string): ReadOverrides {
  let written: unknown;
  try {
    // Windows editors put a byte order mark in front
    written = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return { ok: false, problem: jsonFault(text.replace(/^\ufeff/, "")) };
  }
  const parsed = fileSchema.safeParse(written);
  if (parsed.success) return checkSizes(parsed.data.overrides);
  return refused(parsed.error, written, 1);
}

/** Reads what the room panel sends. */
export function readOverrides(written: unknown): ReadOverrides {
  const parsed = overridesSchema.safeParse(written);
  return parsed.success ? checkSizes(parsed.data) : refused(parsed.error, written, 0);
}

function refused(error: z.ZodError, written: unknown, depth: number): ReadOverrides {
  const lines = error.issues.flatMap((issue) => {
    const value = issue.path.reduce<unknown>(
      (at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step],
      written,
    );
    const place = issue.path.slice(depth).join(".");
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => unknownName(key, place, issue.path.length === depth));
    const where = place || (issue.path.length > 0 ? '"overrides"' : "the file");
    return [
      `${where} ${issue.message}; ${value === undefined ? "it is missing" : `you wrote ${short(value)}`}`,
    ];
  });
  return { ok: false, problem: lines.join("\n") };
}

function unknownName(key: string, place: string, isPolicy: boolean): string {
  const known = isPolicy ? policyNames : place ? fields : ["overrides"];
  const nearest = nearestName(key, known);
  const meant = nearest ? `did you mean ${nearest}?` : `there are ${known.join(", ")}`;
  return isPolicy
    ? `There is no policy ${short(key)}; ${meant}`
    : `${place ? `${place}.` : ""}${key} is no setting; ${meant}`;
}

function checkSizes(overrides: Overrides): ReadOverrides {
  const least = leastSizes();
  const lines: string[] = [];
  for (const [name, override] of Object.entries(overrides) as [PolicyName, Override][])
    for (const field of ["perMinute", "burst"] as const) {
      const value = override[field];
      if (value !== undefined && value < least[name][field])
        lines.push(
          `${name}.${field} must be at least ${least[name][field]}, or else ${least[name].because}; you wrote ${value}`,
        );
    }
  return lines.length > 0 ? { ok: false, problem: lines.join("\n") } : { ok: true, overrides };
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/** The computed sizes with what was set by hand laid over them. */
export function effectivePolicies(base: Policies, overrides: Overrides): Policies {
  return Object.fromEntries(
    policyNames.map((name): [PolicyName, Policy] => {
      const { perMinute = base[name].perMinute, burst = base[name].burst } = overrides[name] ?? {};
      const changed = perMinute !== base[name].perMinute || burst !== base[name].burst;
      if (!changed) return [name, base[name]];
      const because = `Set by hand; computed: ${rounded(base[name].perMinute)} a minute, burst ${base[name].burst}. ${base[name].because}`;
      return [name, { name, perMinute, burst, because }];
    }),
  ) as Policies;
}

const rounded = (perMinute: number) => Math.round(perMinute * 100) / 100;

/** As the room panel and GET /api/limits show them. */
export function thresholdsInForce(base: Policies, overrides: Overrides): LimitsInForce["thresholds"] {
  const policies = effectivePolicies(base, overrides);
  return policyNames.map((policy) => {
    const { perMinute, burst, because } = policies[policy];
    return {
      policy,
      perMinute,
      burst,
      because,
      shadow: overrides[policy]?.shadow === true,
      changed: policies[policy] !== base[policy],
    };
  });
}

/** Differs when, and only when, the computed sizes or what is set by hand differ; spaces and the order of lines do not count. */
export function versionOf(base: Policies, overrides: Overrides): string {
  const computed = policyNames.map((name) => `${name} ${base[name].perMinute} ${base[name].burst}`);
  const settings = policyNames.flatMap((name) =>
    Object.entries(overrides[name] ?? {})
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([field, value]) => `${name}.${field}=${value}`),
  );
  return createHash("sha256")
    .update([...computed, ...settings].join("\n"))
    .digest("hex")
    .slice(0, 8);
}
