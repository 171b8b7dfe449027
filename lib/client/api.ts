/**
 * What pages call for everything that is not a running session's view, answers or commands. It never throws. The
 * device's token goes along unless another one, or null, is given; hosts are known by their cookie.
 */
import type { Refusal, Result } from "@/lib/contracts/refusals";
import { deviceToken } from "./device";
import { type RequestInitJson, request } from "./request";

/** A reply without content (204) has the value null. */
export function api<T>(
  path: string,
  init: RequestInitJson = {},
): Promise<Result<T, Refusal & { status: number; retryAfterMs?: number }>> {
  const token = init.token === undefined ? deviceToken() : init.token;
  return request<T>((to, how) => fetch(to, how), path, { ...init, token });
}
