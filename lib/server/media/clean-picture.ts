/**
 * A picture without what is not picture: where and when it was taken, by whom, its title (which may be the answer),
 * previews and whatever somebody hung behind its end. Pixels are not touched and nothing is decoded: the parts of the
 * file are walked from end to end, which also finds what is cut off. What a picture says of its size is read on the way.
 */
export type CleanPicture = { bytes: Uint8Array; width: number; height: number };

/** The right side of a photo: without it many from phones would lie on their side. */
const orientationTag = 0x0112;

/** Null: damaged or cut off. */
export function cleanPicture(contentType: string, bytes: Uint8Array): CleanPicture | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    switch (contentType) {
      case "image/jpeg":
        return cleanJpeg(view);
      case "image/png":
        return cleanPng(view);
      case "image/webp":
        return cleanWebp(view);
      case "image/gif":
        return cleanGif(view);
      default:
        return null;
    }
  } catch (error) {
    // read past the end
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const joined = (parts: Buffer[], width: number, height: number): CleanPicture | null =>
  width > 0 && height > 0 ? { bytes: Buffer.concat(parts), width, height } : null;

// ---- JPEG ------------------------------------------------------------------------------------------------------------

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** Frame headers: all of C0 … CF but tables (C4), a reserved one (C8) and arithmetic settings (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

function cleanJpeg(view: Buffer): CleanPicture | null {
  const kept: Buffer[] = [view.subarray(0, 2)];
  let [width, height, hasScan] = [0, 0, false];
  for (let at = 2; ; ) {
    if (view.readUInt8(at) !== 0xff) return null;
    const marker = view.readUInt8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === endOfImage) {
      kept.push(view.subarray(at, at + 2));
      return hasScan ? joined(kept, width, height) : null;
    }
    const length = view.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > view.length) return null;
    const segment = view.subarray(at, end);
    if (isFrame(marker)) [height, width] = [segment.readUInt16BE(5), segment.readUInt16BE(7)];
    if (!isMetadata(marker, segment)) kept.push(segment);
    const turned = marker === 0xe1 ? orientationIn(segment) : null;
    if (turned) kept.push(orientationSegment(turned));
    at = end;
    if (marker !== startOfScan) continue;
    hasScan = true;
    const scanEnd = endOfScan(view, at);
    kept.push(view.subarray(at, scanEnd));
    at = scanEnd;
  }
}

/** Kept are the format's own mark, a colour profile and Adobe's note on how colours are stored. */
function isMetadata(marker: number, segment: Buffer): boolean {
  if (marker === 0xfe) return true;
  if (marker < 0xe1 || marker > 0xef) return false;
  const name = segment.toString("latin1", 4, 16);
  return (
    !(marker === 0xe2 && name.startsWith("ICC_PROFILE")) && !(marker === 0xee && name.startsWith("Adobe"))
  );
}

/** Compressed data goes on until a marker that is neither an escaped FF nor a restart. */
function endOfScan(view: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = view.indexOf(0xff, at);
    if (at < 0) throw new RangeError("cut off");
    const next = view.readUInt8(at + 1);
    if (next === 0xff) at -= 1;
    else if (next !== 0 && !isRestart(next)) return at;
  }
}

/** 2 … 8; null where a photo stands upright or says nothing that can be read. */
function orientationIn(segment: Buffer): number | null {
  if (segment.toString("latin1", 4, 10) !== "Exif\0\0") return null;
  const tiff = segment.subarray(10);
  try {
    const isLittle = tiff.toString("latin1", 0, 2) === "II";
    const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    for (let entry = 0; entry < u16(first); entry++) {
      const at = first + 2 + entry * 12;
      if (u16(at) !== orientationTag) continue;
      const value = u16(at + 8);
      return value >= 2 && value <= 8 ? value : null;
    }
  } catch {
    // metadata that cannot be read is dropped like any other
  }
  return null;
}

/** Exif with one entry, big-endian. */
function orientationSegment(value: number): Buffer {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    value,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

// ---- PNG, WebP, GIF --------------------------------------------------------------------------------------------------

const pngMetadata = new Set(["tEXt", "zTXt", "iTXt", "eXIf", "tIME"]);

function cleanPng(view: Buffer): CleanPicture | null {
  const kept: Buffer[] = [view.subarray(0, 8)];
  let [width, height, hasPixels] = [0, 0, false];
  for (let at = 8; ; ) {
    const length = view.readUInt32BE(at);
    const name = view.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > view.length || (at === 8 && name !== "IHDR")) return null;
    if (name === "IHDR") [width, height] = [view.readUInt32BE(at + 8), view.readUInt32BE(at + 12)];
    if (name === "IDAT") hasPixels = true;
    if (!pngMetadata.has(name)) kept.push(view.subarray(at, end));
    if (name === "IEND") return hasPixels ? joined(kept, width, height) : null;
    at = end;
  }
}

function cleanWebp(view: Buffer): CleanPicture | null {
  const end = view.readUInt32LE(4) + 8;
  if (end > view.length) return null;
  const kept: Buffer[] = [];
  let [width, height, hasPixels] = [0, 0, false];
  for (let at = 12; at < end; ) {
    const name = view.toString("latin1", at, at + 4);
    const length = view.readUInt32LE(at + 4);
    const data = at + 8;
    const next = data + length + (length % 2);
    if (data + length > end) return null;
    const chunk = Buffer.from(view.subarray(at, Math.min(next, end)));
    if (name === "VP8X") {
      // its flags say that there is Exif (8) or XMP (4): there is not
      chunk.writeUInt8(chunk.readUInt8(8) & ~0x0c, 8);
      [width, height] = [view.readUIntLE(data + 4, 3) + 1, view.readUIntLE(data + 7, 3) + 1];
    } else if (name === "VP8 " && width === 0)
      [width, height] = [view.readUInt16LE(data + 6) & 0x3fff, view.readUInt16LE(data + 8) & 0x3fff];
    else if (name === "VP8L" && width === 0) {
      const sizes = view.readUInt32LE(data + 1);
      [width, height] = [(sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1];
    }
    if (["VP8 ", "VP8L", "ANMF"].includes(name)) hasPixels = true;
    if (["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"].includes(name)) kept.push(chunk);
    at = next;
  }
  if (!hasPixels) return null;
  const body = Buffer.concat(kept);
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  head.writeUInt32LE(body.length + 4, 4);
  return joined([head, body], width, height);
}

function cleanGif(view: Buffer): CleanPicture | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  /** Data comes in blocks of up to 255 bytes, each after its length; an empty one ends them. */
  const afterBlocks = (from: number): number => {
    let at = from;
    for (let size = view.readUInt8(at); size > 0; size = view.readUInt8(at)) at += size + 1;
    return at + 1;
  };
  const [width, height] = [view.readUInt16LE(6), view.readUInt16LE(8)];
  let at = 13 + tableBytes(view.readUInt8(10));
  const kept: Buffer[] = [view.subarray(0, at)];
  let hasPixels = false;
  for (;;) {
    const sign = view.readUInt8(at);
    if (sign === 0x3b) {
      kept.push(view.subarray(at, at + 1));
      return hasPixels ? joined(kept, width, height) : null;
    }
    let end: number;
    let isKept = true;
    if (sign === 0x2c) {
      end = afterBlocks(at + 10 + tableBytes(view.readUInt8(at + 9)) + 1);
      hasPixels = true;
    } else if (sign === 0x21) {
      const label = view.readUInt8(at + 1);
      end = afterBlocks(at + 2);
      // of what programs add only the mark for "play again and again" is picture
      isKept =
        label === 0xf9 || (label === 0xff && view.toString("latin1", at + 3, at + 14) === "NETSCAPE2.0");
    } else return null;
    if (end > view.length) return null;
    if (isKept) kept.push(view.subarray(at, end));
    at = end;
  }
}
