/** What an exception is to whoever asked: a database that is away, which is worth another try, or a bug. */

/** Connection refused, reset, statement timeout, starting up or shutting down: come again, nothing is lost. */
const away = /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0\d|57014|08\d{3}|53\d{3}|P1\d{3}|P2024|P2028)$/;

export function faultCode(error: unknown): "UNAVAILABLE" | "INTERNAL" {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && away.test(code) ? "UNAVAILABLE" : "INTERNAL";
}
