/**
 * A quiz as a file that Roomful reads back in full. The mark and the version stand first, so that a later
 * version can tell how old a file is.
 */
import type { Quiz } from "@/lib/contracts/quiz";
import { roomfulFormat, roomfulVersion } from "./roomful-json";

export function exportJson(quiz: Quiz): string {
  return `${JSON.stringify({ format: roomfulFormat, version: roomfulVersion, quiz }, null, 2)}\n`;
}
