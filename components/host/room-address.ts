/**
 * A path of this session as another device can open it: at the address of the join link. The host's own page may stand
 * at localhost, which on a marker's phone is the phone itself.
 */
export const roomAddress = (path: string, joinUrl: string): string => new URL(path, joinUrl).toString();
