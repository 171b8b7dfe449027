/** Small files of every kind, made by hand. PNG, GIF and WAV can be shown and heard; the others have the right bones. */
import { crc32, deflateSync } from "node:zlib";

export const text = (words: string): Buffer => Buffer.from(words, "latin1");
const u16be = (value: number) => Buffer.from([value >> 8, value & 255]);
function u32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
function u32le(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([text(name), data]);
  return Buffer.concat([u32be(data.length), named, u32be(crc32(named))]);
}
const pngSign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngSize = (width: number, height: number) =>
  pngChunk("IHDR", Buffer.concat([u32be(width), u32be(height), Buffer.from([8, 2, 0, 0, 0])]));

/** One colour, `extra` chunks before the pixels. `shade` makes another file of the same size. */
export function pngOf(width: number, height: number, extra: Buffer[] = [], shade = 120): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, shade)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return Buffer.concat([
    pngSign,
    pngSize(width, height),
    ...extra,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}
/** Says it is huge in a hundred bytes. */
export const hugePng = Buffer.concat([
  pngSign,
  pngSize(50_000, 50_000),
  pngChunk("IDAT", deflateSync(Buffer.alloc(10))),
  pngChunk("IEND", Buffer.alloc(0)),
]);

const jpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16be(data.length + 2), data]);

/** Exif as a phone writes it, little-endian: turned by 90 degrees, and where it was taken. */
export const exifOf = (orientation: number): Buffer =>
  jpegSegment(
    0xe1,
    Buffer.concat([
      text("Exif\0\0II*\0"),
      u32le(8),
      Buffer.from([2, 0]),
      Buffer.from([0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]),
      Buffer.from([0x25, 0x88, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0]),
      u32le(0),
      text("GPS 52.5200 N 13.4050 E"),
    ]),
  );
export const jpegComment = (words: string): Buffer => jpegSegment(0xfe, text(words));
export const iccProfile: Buffer = jpegSegment(0xe2, text("ICC_PROFILE\0 colours"));

export const jpegOf = (extra: Buffer[] = [], behind: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, text("JFIF\0\x01\x01\0\0\x01\0\x01\0\0")),
    ...extra,
    jpegSegment(0xc0, Buffer.from([8, 0, 30, 0, 40, 1, 1, 0x11, 0])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // an escaped FF and a restart are data
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
    behind,
  ]);

export const gifOf = (extra: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    text("GIF89a"),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    extra,
    Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
export const gifComment = (words: string): Buffer =>
  Buffer.concat([Buffer.from([0x21, 0xfe, words.length]), text(words), Buffer.from([0])]);

const riffChunk = (name: string, data: Buffer) =>
  Buffer.concat([text(name), u32le(data.length), data, Buffer.alloc(data.length % 2)]);
const riff = (form: string, chunks: Buffer[]) => {
  const body = Buffer.concat([text(form), ...chunks]);
  return Buffer.concat([text("RIFF"), u32le(body.length), body]);
};
/** 40 × 30 pixels, with Exif and its flag. */
export const webpOf = (): Buffer =>
  riff("WEBP", [
    riffChunk("VP8X", Buffer.from([0x0c, 0, 0, 0, 39, 0, 0, 29, 0, 0])),
    riffChunk("VP8 ", Buffer.from([0, 0, 0, 0x9d, 1, 0x2a, 40, 0, 30, 0])),
    riffChunk("EXIF", text("GPS 52.5200")),
    riffChunk("XMP ", text("<title>Cassiopeia</title>")),
  ]);

/** A tone of `seconds`. */
export function wavOf(seconds = 0.1): Buffer {
  const samples = Buffer.alloc(Math.round(8_000 * seconds));
  for (let at = 0; at < samples.length; at++) samples[at] = 128 + Math.round(60 * Math.sin(at / 4));
  const format = Buffer.concat([
    Buffer.from([1, 0, 1, 0]),
    u32le(8_000),
    u32le(8_000),
    Buffer.from([1, 0, 8, 0]),
  ]);
  return riff("WAVE", [riffChunk("fmt ", format), riffChunk("data", samples)]);
}
/** Layer III, 128 kbit/s at 44.1 kHz: 417 bytes a frame. */
const mp3Frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
export const mp3Of = (title = ""): Buffer =>
  Buffer.concat([
    title === ""
      ? Buffer.alloc(0)
      : Buffer.concat([text("ID3\x03\0\0\0\0\0"), Buffer.from([title.length]), text(title)]),
    mp3Frame,
    mp3Frame,
  ]);
export const oggOf = (codec = "\x01vorbis"): Buffer =>
  Buffer.concat([text("OggS\0\x02"), Buffer.alloc(20), Buffer.from([1, 30]), text(codec), Buffer.alloc(22)]);
const box = (name: string, data: Buffer) => Buffer.concat([u32be(data.length + 8), text(name), data]);
export const isoOf = (brand: string, handler: string | null): Buffer =>
  Buffer.concat([
    box("ftyp", Buffer.concat([text(brand), u32be(0)])),
    ...(handler
      ? [
          box(
            "moov",
            box("trak", box("hdlr", Buffer.concat([Buffer.alloc(8), text(handler), Buffer.alloc(12)]))),
          ),
        ]
      : []),
    box("mdat", Buffer.alloc(64)),
  ]);
export const webmOf = (codec: string, docType = "webm"): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x80 + docType.length]),
    text(docType),
    Buffer.alloc(40),
    text(codec),
  ]);
