/** The same findings twice: in words for the person behind the bar, and as an object for a program. Pure. */
import { type Findings, isClean } from "./check";
import type { Blow } from "./faults";
import type { Measures, Spread, StoreFigures } from "./measures";
import type { Options } from "./options";

export type FaultFigure = { fault: string; recoveredMs: number | null } & Partial<Blow>;

export type Figures = {
  findings: Findings;
  measures: Measures;
  faults: FaultFigure[];
  messagesPerPhonePerQuestion: number;
  bytesPerPhonePerQuestion: number;
  server: { rssMb: number; cpuSeconds: number } | null;
  /** null: the server has no room panel */
  abusersNamed: string[] | null;
  abusersNamedWithinMs: number | null;
  abuserCount: number;
  ownDelayMs: number;
  ownCpuSeconds: number;
  loadPerCore: number;
};

/**
 * `recoveredMs`: the slowest recovery (faults.ts says from when to when); null when nothing was broken or somebody did
 * not come back.
 */
export function jsonReport(options: Options, f: Figures) {
  const { findings, measures } = f;
  return {
    clean: isClean(findings),
    rehearsed: {
      url: options.url?.origin ?? null,
      questions: options.questions,
      pace: options.pace,
      rampSeconds: options.rampSeconds,
      faults: [...options.faults],
      limits: options.limits,
      addresses: options.addresses,
    },
    phones: findings.phones,
    joined: findings.joined,
    throttledHonest: findings.throttledHonest,
    throttledBy: findings.throttledBy,
    answers: findings.answers,
    ...(findings.changes ? { changes: findings.changes } : {}),
    wrongScores: findings.wrongScores,
    contradicted: findings.contradicted,
    changedOnDisk: findings.changedOnDisk,
    joinMs: measures.joinMs,
    ackMs: measures.ackMs,
    fanOutMs: measures.fanOutMs,
    viewLagMs: measures.viewLagMs,
    neverShown: measures.neverShown,
    setbacks: measures.setbacks,
    recoveredMs: slowest(f.faults),
    recoveries: f.faults,
    store: storeFigures(measures.store, findings.storeStoodIn),
    messagesPerPhonePerQuestion: round(f.messagesPerPhonePerQuestion, 1),
    bytesPerPhonePerQuestion: Math.round(f.bytesPerPhonePerQuestion),
    server: f.server,
    abusersNamed: f.abusersNamed,
    abusersNamedWithinMs: f.abusersNamedWithinMs === null ? null : Math.round(f.abusersNamedWithinMs),
    simulator: { delayMs: round(f.ownDelayMs, 1), cpuSeconds: round(f.ownCpuSeconds, 1) },
    loadPerCore: round(f.loadPerCore, 1),
    problems: findings.problems,
  };
}

function storeFigures(store: StoreFigures | null, stoodIn: boolean | null) {
  if (!store) return null;
  const whole = (ms: number | null) => (ms === null ? null : Math.round(ms));
  return {
    stoodIn,
    hungFromMs: whole(store.hungFromMs),
    hungMs: whole(store.hungMs),
    localAfterMs: whole(store.localAfterMs),
    backAfterMs: whole(store.backAfterMs),
    worstAdded: store.worstAdded,
  };
}

function slowest(faults: FaultFigure[]): number | null {
  const times = faults.map(({ recoveredMs }) => recoveredMs);
  if (times.length === 0 || times.includes(null)) return null;
  return Math.round(Math.max(...times.map(Number)));
}

const round = (value: number, digits: number) => Number(value.toFixed(digits));
const inTime = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
const nobody = (count: number, words: string) => (count === 0 ? "none" : `${count} ${words}`);
const spreadInWords = (spread: Spread | null): string =>
  spread === null
    ? "not measured"
    : `half within ${inTime(spread.p50)}, 99 of 100 within ${inTime(spread.p99)}, the slowest ${inTime(spread.max)}`;

/** Above this the simulator was the slow one, and the figures are too pessimistic. */
const ownDelayWorthSayingMs = 100;
/** Phones and server together keep two cores busy at the most; more is other programs'. */
const loadWorthSaying = 2;

const faultInWords: Record<string, string> = {
  "socket-blocked": "the network let no WebSocket through, all night",
  "socket-down": "the sockets died during the second question, for good",
  "server-kill": "the server was killed in the middle of the answers and started again",
  deploy: "the server was replaced in the middle of the answers",
  "redis-hang": "Redis stopped answering in the middle of the night, until the podium",
  "double-taps": "every fifth scan and answer was sent twice",
  "abuser-token": "one player sent 200 requests a second",
  "abuser-anon": "one stranger sent 200 requests a second",
};

export function wordReport(options: Options, f: Figures): string {
  const { findings, measures } = f;
  const { answers } = findings;
  const lines: [string, string][] = [
    ["Came in", `${findings.joined} of ${findings.phones} phones`],
    ["From scan to seat", spreadInWords(measures.joinMs)],
    ["Honest requests refused", refusals(findings)],
    ["Answers", `${answers.sent} tapped, ${answers.acknowledged} told "saved"`],
    ...(findings.changes
      ? [
          [
            "Changes to them",
            `${findings.changes.sent} sent, ${findings.changes.acknowledged} told "saved"`,
          ] as [string, string],
        ]
      : []),
    ["Answers lost", nobody(answers.lost, 'though the phone said "saved"')],
    ["Answers counted twice", nobody(answers.duplicated, "counted twice, or seats taken twice")],
    ["Answers turned away", nobody(answers.refused, "though tapped in time")],
    ["Answers still waiting", nobody(answers.unsettled, "at the end of the night")],
    ["Chances missed", nobody(answers.missed, "times a seated phone could not answer a question in time")],
    [
      "Scores",
      findings.wrongScores === 0 ? "all right, added up a second time" : `${findings.wrongScores} wrong`,
    ],
    ["Tap to saved", spreadInWords(measures.ackMs)],
    ["Host's press to phone", spreadInWords(measures.viewLagMs)],
    ...(measures.fanOutMs
      ? [["  of these over a socket", spreadInWords(measures.fanOutMs)] as [string, string]]
      : []),
    ...(measures.neverShown > 0
      ? [["Steps never shown", `${measures.neverShown} on some phone`] as [string, string]]
      : []),
    ...f.faults.map((figure): [string, string] => [`Recovered from ${figure.fault}`, recovery(figure)]),
    ...(measures.store ? storeInWords(measures.store) : []),
    [
      "A phone's share",
      `${f.messagesPerPhonePerQuestion.toFixed(1)} messages and ${(f.bytesPerPhonePerQuestion / 1024).toFixed(1)} KiB a question`,
    ],
    ...(f.server
      ? [
          [
            "The server",
            `${f.server.rssMb} MB of memory, ${f.server.cpuSeconds.toFixed(1)} s of processor time`,
          ] as [string, string],
        ]
      : []),
    ...(findings.changedOnDisk === null
      ? []
      : [
          [
            "The database",
            findings.changedOnDisk ? "says something else" : "says the same after a restart",
          ] as [string, string],
        ]),
    ...(f.abuserCount > 0 ? [["Abusers", abusers(f, options.limits)] as [string, string]] : []),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return [
    "",
    title(options),
    "",
    ...lines.map(([name, words]) => `  ${name.padEnd(width)}  ${words}`),
    ...(f.ownDelayMs > ownDelayWorthSayingMs
      ? [
          "",
          `  The simulator itself ran up to ${inTime(f.ownDelayMs)} late: the times above are too long by as much.`,
        ]
      : []),
    ...(f.loadPerCore > loadWorthSaying
      ? [
          "",
          `  This machine was busy with other things (${f.loadPerCore.toFixed(0)} programs for each core): on a quiet one it is faster.`,
        ]
      : []),
    ...(findings.problems.length > 0 ? ["", ...findings.problems.map((problem) => `  - ${problem}`)] : []),
    "",
    isClean(findings)
      ? "Nothing honest was refused, lost or counted twice."
      : "NOT CLEAN: the lines above say what went wrong.",
    "",
  ].join("\n");
}

function title({ phones, questions, pace, faults, limits, addresses }: Options): string {
  const from = addresses === 1 ? "one address" : `${addresses} addresses`;
  const what = [...faults].map((fault) => faultInWords[fault] ?? fault);
  const limitsWords = limits === "default" ? [] : [`limits: ${limits}`];
  return [
    `A night with ${phones} phones behind ${from}, ${questions} questions${pace === "sheet" ? " on answer sheets" : ""}`,
    ...what,
    ...limitsWords,
  ].join("; ");
}

function recovery({ recoveredMs, goneMs, bootMs }: FaultFigure): string {
  const back =
    recoveredMs === null ? "not every phone came back" : `every phone within ${inTime(recoveredMs)}`;
  if (goneMs === undefined || bootMs === undefined) return back;
  return `${back}; the server took ${inTime(goneMs)} to end and ${inTime(bootMs)} to answer again`;
}

function storeInWords(store: StoreFigures): [string, string][] {
  const { hungFromMs, hungMs, localAfterMs, backAfterMs, worstAdded } = store;
  const until = inTime(hungFromMs + hungMs);
  const local =
    localAfterMs === null
      ? "no local limiter was seen to stand in"
      : `a local limiter of the same size stood in, seen after ${inTime(localAfterMs)}`;
  const cost = worstAdded
    ? `the slowest honest ${worstAdded.what} took ${inTime(worstAdded.ms)} longer than usual`
    : "nobody asked for anything before and meanwhile";
  const back =
    backAfterMs === null
      ? "it was not used again when it answered"
      : `used again ${inTime(backAfterMs)} after it answered`;
  return [
    ["The limits' store", `hung from ${inTime(hungFromMs)} after the first scan until ${until}; ${back}`],
    ["  meanwhile", `${local}; ${cost}`],
  ];
}

function refusals({ throttledHonest, throttledBy }: Findings): string {
  if (throttledHonest === 0) return "none";
  const by = Object.entries(throttledBy)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} by ${name}`);
  return `${throttledHonest} (${by.join(", ")})`;
}

function abusers(f: Figures, limits: string): string {
  if (limits === "off") return "not named: with the limits off nobody is counted";
  if (f.abusersNamed === null) return "the room panel did not answer, so nobody was named";
  if (f.abusersNamedWithinMs === null)
    return f.abusersNamed.length === 0
      ? "not named by the room panel"
      : `only named: ${f.abusersNamed.join("; ")}`;
  return `named by the room panel within ${inTime(f.abusersNamedWithinMs)}`;
}
