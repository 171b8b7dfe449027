/**
 * Random ids made on the phone. `crypto.randomUUID` is missing on plain http at a LAN address, `getRandomValues`
 * is not (LAN-01). It must not fall back to Math.random: a submission id is what makes a repeat the same answer.
 */

/** 16 bytes: 128 random bits, twice what a submission id needs, written as 32 hex digits. */
const idBytes = 16;

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(idBytes));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
