import { expect, test } from "vitest";
import { createTurnstile } from "./turnstile";

const nextTurn = () => new Promise<void>((done) => setImmediate(done));

test("the first few are served at once, the others in the turns that follow, in order, and none is forgotten", async () => {
  const turnstile = createTurnstile(3);
  const served: number[] = [];
  for (let n = 0; n < 8; n++) turnstile(() => served.push(n));
  expect(served).toEqual([0, 1, 2]);
  await nextTurn();
  expect(served).toEqual([0, 1, 2, 3, 4, 5]);
  // who comes later waits behind the others
  turnstile(() => served.push(8));
  expect(served).toHaveLength(6);
  await nextTurn();
  expect(served).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("after a quiet turn it is open again", async () => {
  const turnstile = createTurnstile(1);
  const served: string[] = [];
  turnstile(() => served.push("first"));
  turnstile(() => served.push("second"));
  expect(served).toEqual(["first"]);
  await nextTurn();
  expect(served).toEqual(["first", "second"]);
  await nextTurn();
  await nextTurn();
  turnstile(() => served.push("third"));
  expect(served).toEqual(["first", "second", "third"]);
});
