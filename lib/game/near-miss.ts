/**
 * Is a typed answer so close to an accepted one that a person should look at it? Suggests, never decides: a near miss
 * counts as wrong until it is judged. Both texts come in normalised.
 */

/**
 * Typing slips that a word of this length forgives. Below five letters nearly every slip is another word (cat, car,
 * can); one in eight letters and two in fourteen is what thumbs do on a phone; three is the most that a person still
 * reads as the same.
 */
function slipsAllowed(length: number): number {
  if (length < 5) return 0;
  if (length <= 8) return 1;
  return length <= 14 ? 2 : 3;
}

const isNumber = /^-?\d+(?:\.\d+)?$/;
const digitsOf = (text: string): string => text.replace(/\D+/g, " ").trim();

/** Never for numbers, nor where the digits differ: "1066" is no slip of "1067", nor "Apollo 11" of "Apollo 13". */
export function isNearMiss(typed: string, accepted: string): boolean {
  const slips = slipsAllowed(accepted.length);
  if (slips === 0 || Math.abs(typed.length - accepted.length) > slips) return false;
  if (isNumber.test(accepted) || digitsOf(typed) !== digitsOf(accepted)) return false;
  return editDistance(typed, accepted, slips) <= slips;
}

/**
 * Letters to add, drop, change or swap with their neighbour (optimal string alignment) to make `one` the `other`;
 * anything above `most` comes back as `most + 1`.
 */
export function editDistance(one: string, other: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    let least = row;
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let cost = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwap) cost = Math.min(cost, (beforeLast[at - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[other.length] ?? 0, most + 1);
}
