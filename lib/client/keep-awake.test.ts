import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepAwake } from "./keep-awake";
import { FakePage } from "./test-venue";

let page: FakePage & { createElement?: (tag: string) => unknown };
let window: EventTarget;
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
async function turnTo(state: "visible" | "hidden"): Promise<void> {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
  await turns();
}

beforeEach(() => {
  page = new FakePage();
  window = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", window);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("CON-06 with a wake lock", () => {
  function browser() {
    const locks: { release: ReturnType<typeof vi.fn> }[] = [];
    const request = vi.fn(async (_type: string) => {
      const lock = { release: vi.fn(async () => undefined) };
      locks.push(lock);
      return lock;
    });
    vi.stubGlobal("navigator", { wakeLock: { request } });
    return { locks, request };
  }

  test("CON-06 it is asked for on open and on every return to visible, never while hidden", async () => {
    const { request } = browser();
    keepAwake();
    await turns();
    expect(request).toHaveBeenCalledTimes(1);
    expect(request).toHaveBeenCalledWith("screen");
    for (let round = 1; round <= 5; round++) {
      await turnTo("hidden");
      expect(request).toHaveBeenCalledTimes(round);
      await turnTo("visible");
      expect(request).toHaveBeenCalledTimes(round + 1);
    }
  });

  test("CON-06 it is asked for again out of the back-forward cache, where nothing but pageshow comes", async () => {
    const { request } = browser();
    keepAwake();
    window.dispatchEvent(new Event("pageshow"));
    await turns();
    expect(request).toHaveBeenCalledTimes(2);
  });

  test("CON-06 it is released at the end, and one at a time is held", async () => {
    const { locks } = browser();
    const stop = keepAwake();
    await turns();
    await turnTo("hidden");
    await turnTo("visible");
    expect(locks.map(({ release }) => release.mock.calls.length)).toEqual([1, 0]);
    stop();
    await turns();
    expect(locks.map(({ release }) => release.mock.calls.length)).toEqual([1, 1]);
    await turnTo("visible");
    expect(locks).toHaveLength(2);
  });

  test("CON-06 a lock that is granted after the page was closed is released at once", async () => {
    const { locks } = browser();
    keepAwake()();
    await turns();
    expect(locks[0]?.release).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["rejects", () => Promise.reject(new DOMException("low battery", "NotAllowedError"))],
    [
      "throws",
      () => {
        throw new TypeError("not here");
      },
    ],
  ])("CON-06 a browser that %s raises no error, and is asked again", async (_, request) => {
    const asked = vi.fn(request);
    vi.stubGlobal("navigator", { wakeLock: { request: asked } });
    const stop = keepAwake();
    await turns();
    await turnTo("visible");
    expect(asked).toHaveBeenCalledTimes(2);
    expect(stop).not.toThrow();
  });
});

describe("CON-06 LAN-01 without one, on plain http", () => {
  function browser(play: () => unknown) {
    const video = { play: vi.fn(play), pause: vi.fn(), setAttribute: vi.fn(), muted: false, loop: false };
    const canvas = { getContext: () => ({ fillRect: () => undefined }), captureStream: () => ({}) };
    page.createElement = vi.fn((tag: string) => (tag === "video" ? video : canvas));
    vi.stubGlobal("navigator", {});
    return video;
  }

  test("CON-06 a silent looping video from the first touch on, started again on every return", async () => {
    const video = browser(async () => undefined);
    const stop = keepAwake();
    expect(video.play).not.toHaveBeenCalled();
    page.dispatchEvent(new Event("pointerdown"));
    expect(video).toMatchObject({ muted: true, loop: true });
    expect(video.play).toHaveBeenCalledTimes(1);
    await turnTo("hidden");
    expect(video.play).toHaveBeenCalledTimes(1);
    await turnTo("visible");
    expect(video.play).toHaveBeenCalledTimes(2);
    stop();
    expect(video.pause).toHaveBeenCalledTimes(1);
    page.dispatchEvent(new Event("pointerdown"));
    await turnTo("visible");
    expect(video.play).toHaveBeenCalledTimes(2);
  });

  test("CON-06 a video that may not play yet is tried again with the next touch", async () => {
    const video = browser(() => Promise.reject(new DOMException("no", "NotAllowedError")));
    keepAwake();
    for (let touch = 1; touch <= 3; touch++) {
      page.dispatchEvent(new Event("pointerdown"));
      await turns();
      expect(video.play).toHaveBeenCalledTimes(touch);
    }
  });

  test("CON-06 a browser with neither raises no error", async () => {
    vi.stubGlobal("navigator", {});
    page.createElement = () => {
      throw new TypeError("not here");
    };
    const stop = keepAwake();
    page.dispatchEvent(new Event("pointerdown"));
    await turnTo("visible");
    expect(stop).not.toThrow();
  });
});
