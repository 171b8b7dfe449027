/**
 * The token that makes this browser a known device. Kept in storage, not in a cookie: a cookie would be sent with
 * every page and is dropped more readily in the small browsers that captive portals open. It must not be logged or
 * put into an address.
 */
import { pageStorage } from "./safe-storage";

const storageKey = "roomful.device";

export function deviceToken(): string | null {
  return pageStorage.read(storageKey);
}

export function keepDeviceToken(token: string): void {
  pageStorage.write(storageKey, token);
}
