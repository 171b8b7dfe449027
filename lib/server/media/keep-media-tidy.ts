/** Once a day: notes which pictures, sounds and videos are in use, and removes what no quiz has used for a month. */
import type { Container } from "../container";

/** After a restart the room comes back first. */
const firstAfterMs = 60_000;
const everyMs = 24 * 60 * 60 * 1000;

export function keepMediaTidy({ media, log }: Pick<Container, "media" | "log">): { close(): void } {
  const tidy = () =>
    media.removeUnused().then(
      (count) => count > 0 && log.info({ count }, "unused pictures, sounds and videos were removed"),
      (error) => log.warn({ err: error }, "unused pictures could not be looked for"),
    );
  const first = setTimeout(tidy, firstAfterMs);
  const daily = setInterval(tidy, everyMs);
  first.unref();
  daily.unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(daily);
    },
  };
}
