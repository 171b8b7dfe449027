import { describe, expect, test } from "vitest";
import { type Audio, type SoundName, soundBoard } from "./sounds";

/** Writes down what would be heard: when each voice starts and stops, and how loud it is told to be. */
function recorder() {
  const voices: { startAt: number; stopAt: number }[] = [];
  const peaks: number[] = [];
  const parameter = () => ({
    setValueAtTime: () => undefined,
    exponentialRampToValueAtTime: (value: number) => {
      // an exponential ramp to zero is an error in browsers
      expect(value).toBeGreaterThan(0);
      peaks.push(value);
    },
  });
  const node = () => ({
    gain: parameter(),
    frequency: parameter(),
    Q: parameter(),
    connect: (to: unknown) => to,
  });
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
    sampleRate: 8000,
    createOscillator: source,
    createBufferSource: source,
    createGain: () => ({ ...node(), frequency: undefined }),
    createBiquadFilter: () => ({ ...node(), gain: undefined }),
    createBuffer: (_: number, length: number) => {
      const samples = new Float32Array(length);
      return { getChannelData: () => samples };
    },
  };
  return { audio: audio as unknown as Audio, voices, peaks };
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
  const { audio, voices, peaks } = recorder();
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

  test("is made of voices below full scale", () => {
    expect(Math.max(...peaks.filter((peak) => peak < 20))).toBeLessThanOrEqual(0.5);
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
