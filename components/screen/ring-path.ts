/**
 * The line of a ring drawn by hand round words of a given size. An ellipse round a long line of text would stand out
 * by a fifth of its length, so the ring is a superellipse: as round as the words allow, flatter the longer they are.
 * Pure numbers in, the `d` of an SVG path out, in the words' own coordinates (their top left corner is 0, 0).
 */

/** From a true ellipse to nearly a box. */
const roundest = 2;
const flattest = 12;
/** Letters do not reach the top and bottom of their line boxes: together, in margins, this much is left blank. */
const blank = 0.68;
/** Chalk starts above the first letter and runs a little past its own beginning. */
const startsAt = (-115 / 180) * Math.PI;
const turns = 1.07;
const pointCount = 56;
/** The smallest share of the margin that the chalk keeps. */
const nearest = 0.8;

/** The exponent n at which the corner of a box, as shares of the half axes, just lies inside |x|ⁿ + |y|ⁿ = 1. */
export function ringExponent(cornerX: number, cornerY: number): number {
  let exponent = roundest;
  while (exponent < flattest && cornerX ** exponent + cornerY ** exponent > 1) exponent += 0.1;
  return exponent;
}

/** `margin`: how far the ring stays from the words, sideways; above and below it is half of that. */
export function ringPath(width: number, height: number, margin: number): string {
  const halves = (reach: number) => [width / 2 + margin * reach, height / 2 + (margin / 2) * reach] as const;
  const [innerX, innerY] = halves(nearest);
  const exponent = ringExponent(width / 2 / innerX, (height - margin * blank) / 2 / innerY);
  const bend = (part: number) => Math.sign(part) * Math.abs(part) ** (2 / exponent);
  const points = Array.from({ length: pointCount + 1 }, (_, index) => {
    const share = index / pointCount;
    // against the clock, as most hands draw it
    const angle = startsAt - share * turns * 2 * Math.PI;
    // the end comes to lie outside the beginning, and a hand is never quite steady
    const [halfWidth, halfHeight] = halves(nearest + 0.3 * share + 0.1 * (1 + Math.sin(3 * angle + 1)));
    return `${(width / 2 + halfWidth * bend(Math.cos(angle))).toFixed(1)} ${(height / 2 + halfHeight * bend(Math.sin(angle))).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
