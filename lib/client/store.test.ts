import { expect, test } from "vitest";
import { createSnapshot, writableUntilClosed } from "./store";

test("listeners hear every change until they leave", () => {
  const snapshot = createSnapshot(0);
  const heard: number[] = [];
  const leave = snapshot.subscribe(() => heard.push(snapshot.get()));
  snapshot.set(1);
  leave();
  snapshot.set(2);
  expect(heard).toEqual([1]);
});

test("a reply that comes after the page went on to another session does not write into its store", () => {
  const snapshot = createSnapshot("nothing");
  const first = writableUntilClosed(snapshot);
  first.snapshot.set("first");
  first.close();
  const second = writableUntilClosed(snapshot);
  second.snapshot.set("second");
  first.snapshot.set("first, late");
  expect(snapshot.get()).toBe("second");
});
