/**
 * A refusal as a problem document (RFC 9457): what any HTTP client can read, with our `code` beside it. Only for HTTP; on
 * the socket a refusal is `{ code, message }` alone.
 */
import { type Refusal, refusalStatus } from "./refusals";

export type Problem = Refusal & {
  /** `about:blank`: the code says it all; a limit has the type the rate limit draft registers */
  type: string;
  title: string;
  status: number;
  /** the same sentence as `message` */
  detail: string;
  retryAfterMs?: number;
  /** the policies that refused (draft-ietf-httpapi-ratelimit-headers-11, problem type quota-exceeded) */
  "violated-policies"?: string[];
};

export const problemContentType = "application/problem+json";

/** The phrases of RFC 9110, which RFC 9457 asks for beside `about:blank`. */
const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};
const quotaExceeded = "https://iana.org/assignments/http-problem-types#quota-exceeded";

/** `policy`: which limit refused it, where one did */
export function problemOf(error: Refusal & { retryAfterMs?: number }, policy?: string): Problem {
  const { code, message, retryAfterMs } = error;
  const status = refusalStatus(code);
  return {
    type: policy ? quotaExceeded : "about:blank",
    title: titles[status] ?? "Error",
    status,
    detail: message,
    code,
    message,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(policy ? { "violated-policies": [policy] } : {}),
  };
}
