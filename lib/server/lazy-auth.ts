/**
 * Host accounts, loaded when the first host asks: the library behind them is a third of what the process would read at
 * its start, and no phone waits for a host to sign in.
 */
import type { LoadedAuth } from "./auth";

export type Auth = {
  handler(request: Request): Promise<Response>;
  /** Who is signed in by these cookies, or null. */
  getSession(headers: Headers): ReturnType<LoadedAuth["api"]["getSession"]>;
};

export function lazyAuth(load: () => Promise<LoadedAuth>): Auth {
  let loading: Promise<LoadedAuth> | null = null;
  const loaded = () => {
    loading ??= load().catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  return {
    handler: async (request) => (await loaded()).handler(request),
    getSession: async (headers) => (await loaded()).api.getSession({ headers }),
  };
}
