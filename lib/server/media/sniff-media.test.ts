import { describe, expect, test } from "vitest";
import {
  gifOf,
  isoOf,
  jpegOf,
  mp3Of,
  oggOf,
  pngOf,
  text,
  wavOf,
  webmOf,
  webpOf,
} from "./sample-media.test-support";
import { mediaTypeOf, refusedTypeWords } from "./sniff-media";

test.each([
  ["image/png", pngOf(2, 2)],
  ["image/jpeg", jpegOf()],
  ["image/webp", webpOf()],
  ["image/gif", gifOf()],
  ["audio/mpeg", mp3Of()],
  ["audio/mpeg", mp3Of("Bohemian Rhapsody")],
  ["audio/ogg", oggOf()],
  ["audio/ogg", oggOf("OpusHead")],
  ["audio/wav", wavOf()],
  ["audio/mp4", isoOf("M4A ", "soun")],
  ["audio/mp4", isoOf("isom", "soun")],
  ["video/mp4", isoOf("isom", "vide")],
  ["video/webm", webmOf("V_VP9")],
  ["audio/webm", webmOf("A_OPUS")],
])("%s is told by its bytes", (contentType, bytes) => {
  expect(mediaTypeOf(bytes)).toEqual({ kind: contentType.split("/")[0], contentType });
});

describe("what is no picture, sound or video stays out", () => {
  test.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["one byte", Buffer.from([0xff])],
    ["a page", text("<!doctype html><script>alert(1)</script>")],
    ["a drawing", text('<?xml version="1.0"?><svg onload="alert(1)"/>')],
    [
      "a page behind the sign of Ogg",
      Buffer.concat([text("OggS\0\x02"), text("<script>alert(1)</script>".repeat(4))]),
    ],
    ["a page behind the sign of RIFF", text("RIFF\x10\0\0\0WAVE<script>alert(1)</script>")],
    ["a film in Ogg", oggOf("\x80theora")],
    ["an archive", text("PK\x03\x04 and more")],
    ["a document", text("%PDF-1.7 and more")],
    ["a program", text("MZ\x90\0 and more")],
    [
      "a text that begins with a sync word",
      Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), text("words ".repeat(200))]),
    ],
    ["a tag of MP3 with nothing behind it", text("ID3\x03\0\0\0\0\0\x04abcd<html>")],
    ["an MP3 of one frame", mp3Of().subarray(0, 419)],
    ["AAC without a container", Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80]), Buffer.alloc(2_000)])],
    ["Matroska that is not WebM", webmOf("V_VP9", "matr")],
    ["an MP4 without its index", isoOf("isom", null)],
    ["an MP4 that is cut off", isoOf("isom", "vide").subarray(0, 90)],
    ["an MP4 with neither pictures nor sound", isoOf("isom", "text")],
    ["a photo in HEIC", isoOf("heic", "pict")],
    ["a QuickTime film", isoOf("qt  ", "vide")],
    ["a WAV that is cut off", wavOf().subarray(0, 400)],
  ])("%s", (_name, bytes) => {
    expect(mediaTypeOf(bytes)).toBeNull();
    expect(refusedTypeWords(bytes)).toMatch(/\.$/);
  });

  test("drawings, HEIC and QuickTime hear what to do instead", () => {
    expect(refusedTypeWords(text("<svg >"))).toContain("Save it as PNG");
    expect(refusedTypeWords(isoOf("heic", null))).toContain("Save it as JPEG");
    expect(refusedTypeWords(isoOf("qt  ", "vide"))).toContain("Save it as MP4");
  });
});
