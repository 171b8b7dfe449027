/** This browser's token: one for every session, kept for good, so that a second scan finds the same seat. */
import { browserStorage } from "./storage";

const key = "roomful.device";
export const deviceToken = (): string | null => browserStorage.get(key);
export const keepDeviceToken = (token: string): void => browserStorage.set(key, token);
