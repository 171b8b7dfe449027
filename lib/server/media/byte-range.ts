/** One range of bytes (RFC 9110, 14.2). Safari plays no sound and no video without them. */
export type ByteRange = { start: number; end: number };

/** `whole`: no range asked for, or one that need not be understood (several at once); `none`: beyond the end. */
export function byteRange(header: string | undefined, byteLength: number): ByteRange | "whole" | "none" {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec((header ?? "").replace(/\s/g, ""));
  if (!found) return "whole";
  const [, first = "", last = ""] = found;
  if (first === "") {
    if (last === "") return "whole";
    const length = Math.min(Number(last), byteLength);
    return length === 0 ? "none" : { start: byteLength - length, end: byteLength - 1 };
  }
  const start = Number(first);
  const end = last === "" ? byteLength - 1 : Math.min(Number(last), byteLength - 1);
  if (last !== "" && Number(last) < start) return "whole";
  return start >= byteLength ? "none" : { start, end };
}
