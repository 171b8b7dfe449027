/** This browser's token: one for every session, kept for good, so that a second scan finds the same seat. */
import { browserStorage } from "./storage";

const key = "roomful.device";
export const deviceToken = (): string | null => browserStorage.get(key);
export const keepDeviceToken = (token: string): void => browserStorage.set(key, token);

/** What the team and the host call this phone: the beginning of the device in its token (docs/api.md, Captain). */
export const ownPhoneId = (): string => deviceToken()?.split(".")[1]?.slice(0, 8) ?? "";
