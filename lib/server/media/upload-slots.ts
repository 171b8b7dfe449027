/**
 * How many files are held in memory at once: a video is 25 MB, and a host may send sixty. Who waits has sent nothing but
 * the head of the request; the rest stays on the sender's side of the line.
 */
const slots = 4;
/** A page sends one file after the other, so that these are so many hosts. */
const mostWaiting = 40;

export type UploadSlots = {
  /** null: too many wait already */
  run<T>(job: () => Promise<T>): Promise<T> | null;
};

export function uploadSlots(): UploadSlots {
  let busy = 0;
  const waiting: (() => void)[] = [];
  const free = () => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };
  async function work<T>(job: () => Promise<T>, mustWait: boolean): Promise<T> {
    if (mustWait) await new Promise<void>((go) => waiting.push(go));
    try {
      return await job();
    } finally {
      free();
    }
  }
  return {
    run(job) {
      if (busy < slots) {
        busy += 1;
        return work(job, false);
      }
      return waiting.length >= mostWaiting ? null : work(job, true);
    },
  };
}
