/** A typed number: "1,000", "1 000", "3,5", "3.5", "-2". Null for anything else. */
export function parseNumber(typed: string): number | null {
  const text = typed
    .normalize("NFKC")
    .replace(/[\u2212\u2010-\u2015]/g, "-")
    .replace(/\s/g, "");
  // groups of three are thousands: nobody types three decimals after a comma in a pub
  const grouped = /^[+-]?\d{1,3}([,.']\d{3})+$/.test(text) && !/^[+-]?0[,.]/.test(text);
  const separators = new Set(text.match(/[,.']/g) ?? []);
  let plain = text;
  if (grouped && separators.size === 1 && !/^[+-]?\d{1,3}\.\d{3}$/.test(text))
    plain = text.replace(/[,.']/g, "");
  else if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(text)) plain = text.replaceAll(",", "");
  else plain = text.replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
