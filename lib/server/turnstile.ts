/**
 * Lets in a few at a time: what is bulky and can wait a moment (pages and their files) takes its turns between those of
 * the sockets and the answers. Three hundred phones that load the page ask for four thousand files; written in one turn
 * of the event loop they would hold every answer up until the last of them.
 */
export type Turnstile = (serve: () => void) => void;

export function createTurnstile(perTurn: number): Turnstile {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isTurning = false;

  function turn(): void {
    left = perTurn;
    const now = waiting.splice(0, left);
    left -= now.length;
    isTurning = now.length > 0;
    if (isTurning) setImmediate(turn);
    for (const serve of now) serve();
  }

  return (serve) => {
    if (!isTurning) {
      isTurning = true;
      setImmediate(turn);
    }
    if (left > 0 && waiting.length === 0) {
      left -= 1;
      serve();
    } else waiting.push(serve);
  };
}
