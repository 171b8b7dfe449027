import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage } from "./test-venue";

let local: FakeStorage;
async function openPage(window: object) {
  vi.resetModules();
  vi.stubGlobal("window", window);
  return (await import("./storage")).browserStorage;
}

beforeEach(() => {
  local = new FakeStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("what was written is read by the next page", async () => {
  (await openPage({ localStorage: local })).set("key", "one");
  expect((await openPage({ localStorage: local })).get("key")).toBe("one");
});

test("a full store: the value that could not be written wins over the older one that lies there", async () => {
  const storage = await openPage({ localStorage: local });
  storage.set("key", "old");
  local.full = true;
  storage.set("key", "new");
  expect(storage.get("key")).toBe("new");
  // the older one is left for the next page: an old list of answers is better than none
  expect(local.getItem("key")).toBe("old");
  local.full = false;
  storage.set("key", "newer");
  expect(storage.get("key")).toBe("newer");
  expect(local.getItem("key")).toBe("newer");
});

test("what another tab writes is seen, also after a failed write of this one was made good", async () => {
  const storage = await openPage({ localStorage: local });
  storage.set("key", "mine");
  local.setItem("key", "theirs");
  expect(storage.get("key")).toBe("theirs");
});

test("a value that was removed stays removed, also where the store will not forget it", async () => {
  const storage = await openPage({ localStorage: local });
  storage.set("key", "one");
  storage.remove("key");
  expect(storage.get("key")).toBeNull();
  storage.set("key", "two");
  local.removeItem = () => {
    throw new DOMException("no", "SecurityError");
  };
  storage.remove("key");
  expect(storage.get("key")).toBeNull();
});

test.each([
  [
    "blocked",
    {
      get localStorage() {
        throw new DOMException("no", "SecurityError");
      },
    },
  ],
  ["missing", { localStorage: null }],
])("a store that is %s: the page's own memory serves, and nothing throws", async (_, window) => {
  const storage = await openPage(window);
  expect(storage.get("key")).toBeNull();
  storage.set("key", "one");
  expect(storage.get("key")).toBe("one");
  storage.remove("key");
  expect(storage.get("key")).toBeNull();
});
