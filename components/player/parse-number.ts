/** A typed number: "1,000", "1 000", "1.234,5", "3,5", "3.5", "-2". Null for anything else. */
export function parseNumber(typed: string): number | null {
  const text = typed
    .normalize("NFKC")
    .replace(/[\u2212\u2010-\u2015]/g, "-")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/\s/g, " ")
    .trim();
  const [, sign, digits = ""] = /^([+-]?) ?(.*)$/.exec(text) ?? [];
  const plain = plainDigits(digits);
  const size = plain === null ? Number.NaN : Number(plain);
  if (!Number.isFinite(size)) return null;
  return sign === "-" && size !== 0 ? -size : size;
}

/** Only digits and one decimal point; null where the marks make no number. */
function plainDigits(digits: string): string | null {
  // groups of three are thousands: nobody types three decimals after a comma in a pub; after one point they do (2.125)
  const groups = /^([1-9]\d{0,2}(?:([ ',.])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d+))?$/.exec(digits);
  if (groups && !/^\d+\.\d{3}$/.test(digits))
    return `${(groups[1] ?? "").replace(/\D/g, "")}.${groups[3] ?? "0"}`;
  return /^(\d+[.,]?\d*|[.,]\d+)$/.test(digits) ? digits.replace(",", ".") : null;
}
