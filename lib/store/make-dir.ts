/**
 * Makes a directory and those above it, one level at a time: Node's own recursive mkdir never comes back below /proc,
 * where nothing can be made, and a person would wait for a sentence for ever. Throws what mkdir throws.
 */
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

export function makeDir(path: string): void {
  if (existsSync(path)) return;
  makeDir(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // somebody else was as quick
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
