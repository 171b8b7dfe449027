import { expect, test } from "vitest";
import { uploadSlots } from "./upload-slots";

const tick = () => new Promise<void>((done) => setImmediate(done));

test("four files are held at once, the others wait their turn, and too many are sent away", async () => {
  const slots = uploadSlots();
  const finish: (() => void)[] = [];
  let [busy, most] = [0, 0];
  const job = async () => {
    busy += 1;
    most = Math.max(most, busy);
    await new Promise<void>((done) => finish.push(done));
    busy -= 1;
  };
  const jobs = Array.from({ length: 44 }, () => slots.run(job));
  expect(jobs).not.toContain(null);
  expect(slots.run(job)).toBeNull();
  await tick();
  expect([busy, finish.length]).toEqual([4, 4]);
  while (finish.length > 0) {
    for (const done of finish.splice(0)) done();
    await tick();
  }
  await Promise.all(jobs);
  expect([busy, most]).toEqual([0, 4]);
});

test("one that fails gives its place back", async () => {
  const slots = uploadSlots();
  for (let n = 0; n < 10; n++)
    await expect(slots.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await slots.run(async () => "taken")).toBe("taken");
});
