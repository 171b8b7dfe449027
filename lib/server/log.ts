/** One logger. Secrets and tokens never reach it: log ids, keyed hashes and codes. */
import { type Logger, pino } from "pino";

export type { Logger };

export const createLogger = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["token", "password", "cookie", "authorization", "*.token", "*.password"],
  });
