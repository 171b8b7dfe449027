/**
 * A roomful of first loads as a process of its own (pages-visitors.ts starts it): what it has to read must not stand in
 * the way of the process that times the answers. It ends with the one that started it.
 */
import { ownShare } from "./machine";
import { loadOnce } from "./pages-load";
import type { Visit, Visited } from "./pages-visitors";

process.on("disconnect", () => process.exit());
process.on("message", ({ port, path, files, count }: Visit) => {
  const share = ownShare();
  const tell = (visited: Visited) => process.send?.(visited);
  Promise.all(Array.from({ length: count }, () => loadOnce(port, path, files))).then(
    (took) => tell({ ok: true, took, share: share() }),
    (error: Error) => tell({ ok: false, why: error.message }),
  );
});
