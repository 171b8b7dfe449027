/**
 * What is known at once or has to be waited for. A promise costs little by itself, but once something in the process uses
 * AsyncLocalStorage (host accounts do), Node 20 calls hooks for each, and an answer passed a dozen of them: where nothing
 * has to be waited for, the answer path makes none (docs/performance.md).
 */
export type Soon<T> = T | Promise<T>;

/** Goes on in the same turn if it can. An exception of `go` is thrown in that case, and a rejection in the other. */
export const andThen = <T, R>(value: Soon<T>, go: (value: T) => Soon<R>): Soon<R> =>
  value instanceof Promise ? value.then(go) : go(value);
