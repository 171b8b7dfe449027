import { describe, expect, test } from "vitest";
import { type Audio, type SoundName, soundBoard } from "./sounds";

/** Writes down what would be heard: when each voice starts and stops, and how loud it ends. */
function recorder() {
  const voices: { startAt: number; stopAt: number }[] = [];
  const levels: { atTheEnd: number }[] = [];
  const parameter = (told: (value: number) => void = () => undefined) => ({
    setValueAtTime: (value: number) => told(value),
    exponentialRampToValueAtTime: (value: number) => {
      // an exponential ramp to zero is an error in browsers
      expect(value).toBeGreaterThan(0);
      told(value);
    },
  });
  const node = () => ({ frequency: parameter(), Q: parameter(), connect: (to: unknown) => to });
  const source = () => {
    const voice = { startAt: Number.NaN, stopAt: Number.NaN };
    voices.push(voice);
    return {
      ...node(),
      start: (at: number) => {
        voice.startAt = at;
      },
      stop: (at: number) => {
        voice.stopAt = at;
      },
    };
  };
  const audio = {
    currentTime: 7,
    sampleRate: 44_100,
    createOscillator: source,
    createBufferSource: source,
    createGain: () => {
      const level = { atTheEnd: Number.NaN };
      levels.push(level);
      const gain = parameter((value) => {
        level.atTheEnd = value;
      });
      return { ...node(), gain };
    },
    createBiquadFilter: node,
    createBuffer: (_: number, length: number) => {
      const samples = new Float32Array(length);
      return { getChannelData: () => samples };
    },
  };
  return { audio: audio as unknown as Audio, voices, levels };
}

const longest: Record<SoundName, number> = {
  coin: 0.5,
  tick: 0.1,
  bell: 2.5,
  clink: 0.8,
  murmur: 3,
  cheer: 3.5,
};

describe.each(Object.entries(longest) as [SoundName, number][])("the %s", (name, seconds) => {
  const { audio, voices, levels } = recorder();
  soundBoard(audio, {} as AudioNode).play(name);

  test("starts now", () => {
    const first = Math.min(...voices.map((voice) => voice.startAt));
    expect(first).toBeGreaterThanOrEqual(7);
    expect(first).toBeLessThan(7.05);
  });

  test("ends by itself, within its time", () => {
    for (const { startAt, stopAt } of voices) expect(stopAt).toBeGreaterThan(startAt);
    expect(Math.max(...voices.map((voice) => voice.stopAt))).toBeLessThan(7 + seconds);
  });

  test("dies away and is not cut off", () => {
    expect(levels.length).toBe(voices.length);
    for (const { atTheEnd } of levels) expect(atTheEnd).toBeLessThan(0.001);
  });
});

test("the bell is rung twice", () => {
  const { audio, voices } = recorder();
  soundBoard(audio, {} as AudioNode).play("bell");
  const strikes = new Set(voices.map((voice) => voice.startAt.toFixed(2)));
  expect(strikes.size).toBe(2);
});

test("two sounds at once do not share their voices", () => {
  const { audio, voices } = recorder();
  const board = soundBoard(audio, {} as AudioNode);
  board.play("coin");
  const alone = voices.length;
  board.play("coin");
  expect(voices.length).toBe(2 * alone);
});
