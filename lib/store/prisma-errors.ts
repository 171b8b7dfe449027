/** Branch on Prisma's code alone: `meta` differs by adapter, and `instanceof` by module graph. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === "P2002";
