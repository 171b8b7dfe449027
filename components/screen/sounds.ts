/**
 * The sounds of the pub, made on the spot with the Web Audio API: no files to load, nothing to license. A sound is a
 * handful of decaying tones and bursts of filtered noise; each ends by itself. Loudness: one voice peaks around a
 * third of full scale, and a compressor holds the sum when a coin falls into a cheer.
 */
export type SoundName = "coin" | "tick" | "bell" | "clink" | "murmur" | "cheer";

/** What the sounds need of an AudioContext. */
export type Audio = Pick<
  AudioContext,
  | "currentTime"
  | "sampleRate"
  | "createOscillator"
  | "createGain"
  | "createBiquadFilter"
  | "createBufferSource"
  | "createBuffer"
>;

type Stage = { audio: Audio; out: AudioNode; noise: AudioBuffer };

/** Exponential ramps cannot reach zero; this is 80 dB down. */
const silence = 0.0001;

type Tone = {
  at: number;
  hertz: number;
  peak: number;
  /** seconds until it has died away */
  decay: number;
  /** glides there while it decays */
  toHertz?: number;
};

function tone({ audio, out }: Stage, { at, hertz, peak, decay, toHertz }: Tone) {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.frequency.setValueAtTime(hertz, at);
  if (toHertz) source.frequency.exponentialRampToValueAtTime(toHertz, at + decay);
  // two milliseconds of attack: a strike, without the click of a wave cut off
  gain.gain.setValueAtTime(silence, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + 0.002);
  gain.gain.exponentialRampToValueAtTime(silence, at + decay);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + decay);
}

type Noise = {
  at: number;
  kind: BiquadFilterType;
  hertz: number;
  /** the narrower, the more it sounds like a pitch */
  q: number;
  /** as heard, after the filter */
  peak: number;
  /** seconds */
  attack: number;
  decay: number;
  /** where in the second of noise it starts, so that two bursts differ */
  offset?: number;
};

/** Evenly spread noise of full scale has this root mean square. */
const noiseLevel = 0.577;
/** Noise peaks at about three times its mean. */
const crest = 3;

/** How much louder noise must be before a filter to come out of it at `peak`: a narrow band holds little of it. */
function makeUp({ kind, hertz, q, peak }: Noise, sampleRate: number): number {
  const widest = sampleRate / 2;
  const band = kind === "bandpass" ? hertz / q : kind === "lowpass" ? hertz : widest - hertz;
  // a telephone headset samples so slowly that a band can lie beyond it: that one is lost, not infinitely loud
  return peak / crest / (noiseLevel * Math.sqrt(Math.max(band, 1) / widest));
}

function noise({ audio, out, noise: buffer }: Stage, o: Noise) {
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = buffer;
  source.loop = true;
  filter.type = o.kind;
  filter.frequency.setValueAtTime(o.hertz, o.at);
  filter.Q.setValueAtTime(o.q, o.at);
  gain.gain.setValueAtTime(silence, o.at);
  gain.gain.exponentialRampToValueAtTime(makeUp(o, audio.sampleRate), o.at + o.attack);
  gain.gain.exponentialRampToValueAtTime(silence, o.at + o.attack + o.decay);
  source.connect(filter).connect(gain).connect(out);
  source.start(o.at, o.offset ?? 0);
  source.stop(o.at + o.attack + o.decay);
}

/** A coin falls on the bar and bounces once: a knock of wood, a ring of metal. */
function coin(stage: Stage, at: number) {
  for (const [bounce, loudness] of [
    [0, 1],
    [0.11, 0.45],
  ] as const) {
    const hit = at + bounce;
    tone(stage, { at: hit, hertz: 210, toHertz: 140, peak: 0.4 * loudness, decay: 0.08 });
    noise(stage, {
      at: hit,
      kind: "lowpass",
      hertz: 900,
      q: 0.7,
      peak: 0.25 * loudness,
      attack: 0.001,
      decay: 0.04,
    });
    for (const [hertz, peak] of [
      [3150, 0.2],
      [4870, 0.14],
      [7420, 0.08],
    ] as const) {
      tone(stage, { at: hit, hertz, peak: peak * loudness, decay: 0.22 });
    }
  }
}

/** Chalk touches the slate. */
function tick(stage: Stage, at: number) {
  noise(stage, { at, kind: "bandpass", hertz: 3200, q: 1.4, peak: 1, attack: 0.001, decay: 0.05 });
  tone(stage, { at, hertz: 640, toHertz: 420, peak: 0.4, decay: 0.05 });
}

/** The partials of a hand bell: the hum an octave down, prime, tierce, quint, nominal and what shimmers above. */
const bellPartials = [
  [0.5, 0.1, 1.7],
  [1, 0.16, 1.5],
  [1.19, 0.09, 1.2],
  [1.5, 0.06, 0.9],
  [2, 0.12, 0.9],
  [2.74, 0.06, 0.5],
  [4.1, 0.04, 0.3],
] as const;

/** "Time, please": twice, as a landlord rings it. */
function bell(stage: Stage, at: number) {
  for (const strike of [at, at + 0.55]) {
    noise(stage, {
      at: strike,
      kind: "highpass",
      hertz: 5000,
      q: 0.5,
      peak: 0.08,
      attack: 0.001,
      decay: 0.03,
    });
    for (const [ratio, peak, decay] of bellPartials) {
      tone(stage, { at: strike, hertz: 830 * ratio, peak, decay });
    }
  }
}

/** Two glasses meet; they are never quite in tune. */
function clink(stage: Stage, at: number) {
  for (const [late, pitch] of [
    [0, 1],
    [0.018, 1.07],
  ] as const) {
    for (const [hertz, peak, decay] of [
      [2240, 0.28, 0.7],
      [5200, 0.16, 0.4],
      [8900, 0.08, 0.2],
    ] as const) {
      tone(stage, { at: at + late, hertz: hertz * pitch, peak, decay });
    }
  }
}

/** A room starts to talk: voices as short vowels of noise, ever more and louder, then a hush. */
function murmur(stage: Stage, at: number) {
  const seconds = 2.2;
  const voices = 34;
  for (let voice = 0; voice < voices; voice++) {
    const share = voice / voices;
    noise(stage, {
      at: at + share * seconds + ((voice * 7) % 5) * 0.02,
      kind: "bandpass",
      hertz: 240 + ((voice * 97) % 420),
      q: 5,
      peak: 0.08 + 0.4 * share,
      attack: 0.07,
      decay: 0.2,
      offset: ((voice * 37) % 90) / 100,
    });
  }
}

/** The whole pub: hands, held vowels of the crowd and a whistle or two. */
function cheer(stage: Stage, at: number) {
  for (let clap = 0; clap < 60; clap++) {
    noise(stage, {
      at: at + clap * 0.042 + ((clap * 13) % 7) * 0.005,
      kind: "bandpass",
      hertz: 1100 + ((clap * 211) % 900),
      q: 1.2,
      peak: 0.5 * (1 - clap / 75),
      attack: 0.002,
      decay: 0.05,
      offset: ((clap * 29) % 90) / 100,
    });
  }
  for (const [hertz, peak] of [
    [620, 0.7],
    [1040, 0.5],
    [2500, 0.25],
  ] as const) {
    noise(stage, { at, kind: "bandpass", hertz, q: 3, peak, attack: 0.35, decay: 2.3, offset: hertz / 4000 });
  }
  tone(stage, { at: at + 0.5, hertz: 1500, toHertz: 2700, peak: 0.06, decay: 0.5 });
  tone(stage, { at: at + 1.1, hertz: 1800, toHertz: 3000, peak: 0.05, decay: 0.45 });
}

const sounds: Record<SoundName, (stage: Stage, at: number) => void> = {
  coin,
  tick,
  bell,
  clink,
  murmur,
  cheer,
};

/** The same second of noise every time: a small linear congruential generator instead of chance. */
function whiteNoise(audio: Audio): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 20260;
  for (let index = 0; index < samples.length; index++) {
    seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    samples[index] = seed / 2_147_483_648 - 1;
  }
  return buffer;
}

/** `play` starts a sound now, into `out`. */
export function soundBoard(audio: Audio, out: AudioNode): { play(name: SoundName): void } {
  const stage: Stage = { audio, out, noise: whiteNoise(audio) };
  // a moment ahead, so that the attack is not already in the past when it is scheduled
  return { play: (name) => sounds[name](stage, audio.currentTime + 0.01) };
}
