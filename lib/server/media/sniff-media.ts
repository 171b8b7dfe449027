/**
 * What a file is, by its own first bytes: never by its name or the header it came with. The list is what browsers show
 * by themselves; a drawing (SVG) is left out, because it may carry programs.
 */
import type { MediaKind } from "@/lib/contracts/media";

export type MediaType = { kind: MediaKind; contentType: string };

const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString("latin1");
const startsWith = (bytes: Uint8Array, ...expected: number[]) =>
  expected.every((value, index) => bytes[index] === value);

export function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return image("png");
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return image("jpeg");
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return image("gif");
  if (ascii(bytes, 0, 4) === "RIFF") {
    const form = ascii(bytes, 8, 12);
    if (form === "WEBP") return image("webp");
    return form === "WAVE" && isWholeRiff(bytes) ? audio("wav") : null;
  }
  if (ascii(bytes, 0, 4) === "OggS") return isOggAudio(bytes) ? audio("ogg") : null;
  if (ascii(bytes, 4, 8) === "ftyp") return isoType(bytes);
  if (startsWith(bytes, 0x1a, 0x45, 0xdf, 0xa3)) return matroskaType(bytes);
  return isMp3(bytes) ? audio("mpeg") : null;
}
const image = (format: string): MediaType => ({ kind: "image", contentType: `image/${format}` });
const audio = (format: string): MediaType => ({ kind: "audio", contentType: `audio/${format}` });
const video = (format: string): MediaType => ({ kind: "video", contentType: `video/${format}` });

/** Why a file that is none of these was refused: the two that hosts bring most have a way out. */
export function refusedTypeWords(bytes: Uint8Array): string {
  const head = ascii(bytes, 0, 1024);
  if (/<svg[\s>]/i.test(head))
    return "Drawings in SVG can carry programs and are not taken. Save it as PNG first.";
  if (ascii(bytes, 4, 8) === "ftyp" && /^(hei|hev|mif|msf|avi)/.test(ascii(bytes, 8, 12)))
    return "Photos in HEIC or AVIF do not show in every browser. Save it as JPEG first.";
  if (ascii(bytes, 4, 12) === "ftypqt  ")
    return "Videos in QuickTime (MOV) do not play in every browser. Save it as MP4 first.";
  return "That is none of PNG, JPEG, WebP, GIF, MP3, OGG, M4A, WAV, MP4 or WebM, or it is cut off. Its name does not count, only what is in it.";
}

/** The size written at the front is there, and so is a description of the sound. */
function isWholeRiff(bytes: Uint8Array): boolean {
  const size = Buffer.from(bytes.buffer, bytes.byteOffset).readUInt32LE(4);
  return size + 8 <= bytes.length + 1 && ascii(bytes, 12, 16) === "fmt ";
}

/** The first packet of the first page names the codec; Ogg may hold video, which hardly plays anywhere. */
function isOggAudio(bytes: Uint8Array): boolean {
  const dataAt = 27 + (bytes[26] ?? 0);
  const head = ascii(bytes, dataAt, dataAt + 8);
  return bytes[4] === 0 && /^(\x01vorbis|OpusHead|\x7fFLAC)/.test(head);
}

/** MP4 and M4A: whole boxes from end to end, one of them the index; a track of pictures makes it a video. */
function isoType(bytes: Uint8Array): MediaType | null {
  if (!/^(isom|iso[2-9]|mp4[12]|M4[AVB] |avc1|dash|MSNV|mmp4|f4v )/i.test(ascii(bytes, 8, 12))) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let index: Buffer | null = null;
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return null;
    let size = view.readUInt32BE(at);
    if (size === 1 && at + 16 <= bytes.length) size = Number(view.readBigUInt64BE(at + 8));
    // "to the end of the file"
    if (size === 0) size = bytes.length - at;
    if (size < 8 || at + size > bytes.length) return null;
    if (ascii(bytes, at + 4, at + 8) === "moov") index = view.subarray(at, at + size);
    at += size;
  }
  if (!index) return null;
  // the handler of a track: "hdlr", size and flags before it, its kind eight bytes behind
  const handlers = [...index.toString("latin1").matchAll(/hdlr[\s\S]{8}(vide|soun)/g)].map(
    (match) => match[1],
  );
  if (handlers.includes("vide")) return video("mp4");
  return handlers.includes("soun") ? audio("mp4") : null;
}

/** WebM is Matroska that says so; the codecs stand in the first blocks. */
function matroskaType(bytes: Uint8Array): MediaType | null {
  const head = ascii(bytes, 0, 64 * 1024);
  if (!/\x42\x82[\x80-\x8f]webm/.test(head.slice(0, 128))) return null;
  if (/V_(VP8|VP9|AV1)/.test(head)) return video("webm");
  return /A_(OPUS|VORBIS)/.test(head) ? audio("webm") : null;
}

const mp3Bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const mp3Rates = [44_100, 48_000, 32_000];

/** Two frames of layer III, one exactly behind the other: a sync word alone is in any file. */
function isMp3(bytes: Uint8Array): boolean {
  let at = 0;
  if (ascii(bytes, 0, 3) === "ID3") {
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((bytes[index] ?? 0) & 0x7f), 0);
    at = 10 + size + ((bytes[5] ?? 0) & 0x10 ? 10 : 0);
  }
  const first = mp3FrameLength(bytes, at);
  return first > 0 && mp3FrameLength(bytes, at + first) > 0;
}
function mp3FrameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = (kind >> 3) & 3;
  const rate = mp3Rates[(rates >> 2) & 3];
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || version === 1 || ((kind >> 1) & 3) !== 1 || !rate) return 0;
  const isFirst = version === 3;
  const bitrate = mp3Bitrates[isFirst ? 1 : 2][rates >> 4];
  if (!bitrate) return 0;
  const sampleRate = rate / (isFirst ? 1 : version === 2 ? 2 : 4);
  return Math.floor(((isFirst ? 144 : 72) * bitrate * 1000) / sampleRate) + ((rates >> 1) & 1);
}
