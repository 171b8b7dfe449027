import fc from "fast-check";
import { expect, test } from "vitest";
import { type Entry, quietestFirst, type Shelf } from "./quietest-first";

const shelves = () => [new Map(), new Map()] as [Shelf<number>, Shelf<number>];

test("one bound over all shelves: the entry used the longest ago is forgotten, wherever it stands", () => {
  const [left, right] = shelves();
  const kept = quietestFirst<number>(2);
  kept.put(left, "a", 1);
  kept.put(right, "a", 2);
  kept.used(left.get("a") as Entry<number>);
  kept.put(left, "b", 3);
  expect([...left.keys()]).toEqual(["a", "b"]);
  expect([...right.keys()]).toEqual([]);
  expect([...kept.values()]).toEqual([1, 3]);
  expect(kept.size()).toBe(2);
});

test("it keeps what a map kept in order of use would keep", () => {
  const use = fc.record({ shelf: fc.constantFrom(0, 1), key: fc.constantFrom("a", "b", "c", "d") });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(use, { maxLength: 60 }), (most, uses) => {
      const both = shelves();
      const kept = quietestFirst<number>(most);
      const model = new Map<string, number>();
      for (const [at, { shelf, key }] of uses.entries()) {
        const name = `${shelf} ${key}`;
        const known = (both[shelf] as Shelf<number>).get(key);
        expect(known?.value).toBe(model.get(name));
        if (known) {
          known.value = at;
          kept.used(known);
        } else kept.put(both[shelf] as Shelf<number>, key, at);
        model.delete(name);
        model.set(name, at);
        if (model.size > most) model.delete(model.keys().next().value as string);
        expect([...kept.values()]).toEqual([...model.values()]);
        expect(kept.size()).toBe(model.size);
        expect(both[0].size + both[1].size).toBe(model.size);
      }
    }),
  );
});
