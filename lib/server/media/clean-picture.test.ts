import { describe, expect, test } from "vitest";
import { cleanPicture } from "./clean-picture";
import {
  exifOf,
  gifComment,
  gifOf,
  hugePng,
  iccProfile,
  jpegComment,
  jpegOf,
  pngChunk,
  pngOf,
  text,
  webpOf,
} from "./sample-media.test-support";

const cleaned = (type: string, bytes: Buffer) => {
  const picture = cleanPicture(`image/${type}`, bytes);
  if (!picture) throw new Error("taken for damaged");
  return { ...picture, words: Buffer.from(picture.bytes).toString("latin1") };
};

describe("JPEG", () => {
  test("place, comments, previews and what hangs behind the end go; colours and pixels stay", () => {
    const behind = text("<script>alert(1)</script>");
    const { bytes, words, width, height } = cleaned(
      "jpeg",
      jpegOf([exifOf(1), jpegComment("Cassiopeia"), iccProfile], behind),
    );
    expect([width, height]).toEqual([40, 30]);
    expect(words).not.toMatch(/GPS|Exif|Cassiopeia|script/);
    expect(Buffer.from(bytes)).toEqual(jpegOf([iccProfile]));
  });
  test("a photo taken sideways stays upright", () => {
    const { bytes, words } = cleaned("jpeg", jpegOf([exifOf(6)]));
    expect(words).not.toContain("GPS");
    expect(words).toContain("Exif\0\0MM");
    // and what was written is read again as the same
    expect(cleaned("jpeg", Buffer.from(bytes)).bytes).toEqual(bytes);
    expect(bytes.length).toBeGreaterThan(jpegOf().length);
  });
  test("Exif that leads nowhere is dropped like any other", () => {
    const exif = exifOf(6);
    exif.writeUInt32LE(0x7fffffff, 14);
    expect(Buffer.from(cleaned("jpeg", jpegOf([exif])).bytes)).toEqual(jpegOf());
  });
});

describe("PNG, WebP, GIF", () => {
  test("PNG: words, place and time go, transparency stays", () => {
    const transparent = pngChunk("tRNS", Buffer.from([0, 0, 0, 0, 0, 0]));
    const { bytes } = cleaned(
      "png",
      Buffer.concat([
        pngOf(3, 2, [
          pngChunk("tEXt", text("Title\0Cassiopeia")),
          transparent,
          pngChunk("eXIf", text("GPS")),
        ]),
        text("<script>"),
      ]),
    );
    expect(Buffer.from(bytes)).toEqual(pngOf(3, 2, [transparent]));
  });
  test("WebP: Exif and XMP go, and the flags that announce them", () => {
    const { words, bytes, width, height } = cleaned("webp", webpOf());
    expect([width, height]).toEqual([40, 30]);
    expect(words).not.toMatch(/GPS|Cassiopeia/);
    expect(bytes[20]).toBe(0);
    expect(Buffer.from(bytes).readUInt32LE(4)).toBe(bytes.length - 8);
  });
  test("GIF: comments and foreign programs go, what makes it move stays", () => {
    const again = Buffer.concat([
      Buffer.from([0x21, 0xff, 11]),
      text("NETSCAPE2.0"),
      Buffer.from([3, 1, 0, 0, 0]),
    ]);
    const { bytes } = cleaned(
      "gif",
      Buffer.concat([gifOf(Buffer.concat([gifComment("Cassiopeia"), again])), text("<script>")]),
    );
    expect(Buffer.from(bytes)).toEqual(gifOf(again));
  });
  test("a picture says how large it is before anybody decodes it", () => {
    expect(cleaned("png", hugePng)).toMatchObject({ width: 50_000, height: 50_000 });
  });
});

test.each([
  ["jpeg", jpegOf([exifOf(6), iccProfile])],
  ["png", pngOf(3, 2)],
  ["webp", webpOf()],
  ["gif", gifOf()],
])("%s: cut off anywhere it is refused, and no byte in it makes the reader throw or loop", (type, whole) => {
  for (let length = 0; length < whole.length; length++)
    expect(cleanPicture(`image/${type}`, whole.subarray(0, length))).toBeNull();
  for (let at = 0; at < whole.length; at++)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const damaged = Buffer.from(whole);
      damaged[at] = value;
      cleanPicture(`image/${type}`, damaged);
    }
});
