/**
 * What the person typed after `npm run rehearse --`, checked at once and refused in whole sentences. Nothing here starts
 * anything. The bounds keep a rehearsal from becoming an attack or a night of its own.
 */
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Pace, paces } from "@/lib/contracts/quiz";
import { readLimitsFile } from "@/lib/limits/limit-overrides";

export const faults = [
  "none",
  "socket-blocked",
  "socket-down",
  "server-kill",
  "deploy",
  "redis-hang",
  "double-taps",
  "abuser-token",
  "abuser-anon",
] as const;
export type Fault = (typeof faults)[number];

export type Options = {
  /** null: a server of our own */
  url: URL | null;
  phones: number;
  questions: number;
  rampSeconds: number;
  pace: Pace;
  faults: Set<Fault>;
  /** `default`, `published`, `off`, or the path of a limits file */
  limits: string;
  jsonFile: string | null;
  /** how many client addresses the phones come from */
  addresses: number;
  scenario: "night" | "trade-show";
};

/** A sentence for the person at the keyboard; the run ends with exit code 2. */
export class CannotRun extends Error {}

/** The values of the server's LIMITS; anything else is a file (`./off` is one, too). */
export const limitsPresets: readonly string[] = ["default", "published", "off"];

/** The largest room the server itself can be set to (ROOM_SIZE). */
const mostPhones = 5_000;
export const longestMinutes = 30;
/** Every question: answers for some 5 s (on a sheet 9 s, with the changes), and the reveal. Generous, for a slow machine. */
const secondsPerQuestion = { question: 12, sheet: 16 };

/** What a trade show is, is fixed (trade-show.ts): none of these would change anything. */
const meansNothingAtTradeShow = ["phones", "questions", "ramp", "pace", "fault", "addresses"] as const;

/** Only a server of our own can be killed, restarted or given a Redis. */
const needsOwnServer: Fault[] = ["server-kill", "deploy", "redis-hang"];

export const usage = `npm run rehearse -- [options]

  --url URL         a running server; without it one is started on a throw-away database
  --phones N        simulated phones, 1 to ${mostPhones} (100)
  --questions N     questions of the night, 1 to 50 (8)
  --ramp SECONDS    everybody scans within this time (30)
  --pace PACE       question: one at a time, or sheet: a round on one answer sheet, with changes (question)
  --fault NAME      several by repeating it, or as a list with commas: ${faults.join(", ")}
  --limits WHICH    default, published, off, or the path of a limits file (default)
  --addresses N     addresses the phones come from (1: one WiFi)
  --scenario NAME   night, or trade-show: 600 scans in a minute, takes --url, --limits and --json only (night)
  --json FILE       the figures for a program`;

/** A typo in the file must not be found out after the night, by a server that kept its own limits. */
function checkLimitsFile(path: string): void {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new CannotRun(
      `--limits ${path} cannot be read: take ${inWords([...limitsPresets], "or")}, or the path of a limits file.`,
    );
  }
  const read = readLimitsFile(text);
  if (!read.ok) throw new CannotRun(`--limits ${path} cannot be used: ${read.problem}`);
}

/** Found out before the night and not after it. Nothing is left behind where nothing was. */
function checkCanWrite(path: string): void {
  const isNew = !existsSync(path);
  try {
    closeSync(openSync(path, "a"));
    if (isNew) rmSync(path);
  } catch (error) {
    throw new CannotRun(`--json ${path} cannot be written: ${(error as Error).message}`);
  }
}

export function readOptions(args: string[]): Options {
  const values = parse(args);
  const scenario = values.scenario ?? "night";
  if (scenario !== "night" && scenario !== "trade-show")
    throw new CannotRun(`There is no scenario "${scenario}". There are night and trade-show.`);
  const pace = paces.find((known) => known === (values.pace ?? "question"));
  if (!pace) throw new CannotRun(`There is no pace "${values.pace}". There are ${inWords([...paces])}.`);
  const given =
    scenario === "trade-show" ? meansNothingAtTradeShow.filter((name) => values[name] !== undefined) : [];
  if (given.length > 0)
    throw new CannotRun(
      `A trade show is always 600 scans in a minute from one address. Leave out ${inWords(given.map((name) => `--${name}`))}.`,
    );
  const options: Options = {
    url: values.url === undefined ? null : readUrl(values.url),
    phones: whole("--phones", values.phones, 100, mostPhones),
    questions: whole("--questions", values.questions, 8, 50),
    rampSeconds: whole("--ramp", values.ramp, 30, 600),
    pace,
    faults: readFaults(values.fault ?? []),
    limits: values.limits ?? "default",
    jsonFile: values.json ?? null,
    addresses: whole("--addresses", values.addresses, 1, 250),
    scenario,
  };
  const seconds = options.rampSeconds + options.questions * secondsPerQuestion[pace];
  if (seconds > longestMinutes * 60)
    throw new CannotRun(
      `That night would last about ${Math.ceil(seconds / 60)} minutes; ${longestMinutes} are the most. Ask fewer questions.`,
    );
  refuseWhatContradicts(options);
  if (options.url) refuseWhatNeedsOwnServer(options);
  if (!limitsPresets.includes(options.limits)) checkLimitsFile(options.limits);
  if (options.jsonFile !== null) checkCanWrite(options.jsonFile);
  return options;
}

/** The last of two would win without a word, so that an option may stand there once; faults are a list. */
function parse(args: string[]) {
  try {
    const { values, tokens } = parseArgs({
      args,
      strict: true,
      tokens: true,
      options: {
        url: { type: "string" },
        phones: { type: "string" },
        questions: { type: "string" },
        ramp: { type: "string" },
        pace: { type: "string" },
        fault: { type: "string", multiple: true },
        limits: { type: "string" },
        addresses: { type: "string" },
        scenario: { type: "string" },
        json: { type: "string" },
      },
    });
    const seen = new Set<string>();
    for (const token of tokens) {
      if (token.kind !== "option" || token.name === "fault") continue;
      if (seen.has(token.name)) throw new CannotRun(`--${token.name} is there twice. Which one is meant?`);
      seen.add(token.name);
    }
    return values;
  } catch (error) {
    if (error instanceof CannotRun) throw error;
    throw new CannotRun(`${(error as Error).message}\n\n${usage}`);
  }
}

function whole(name: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined) return fallback;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= 1 && number <= most) return number;
  throw new CannotRun(`${name} must be a whole number from 1 to ${most}; "${text}" is not.`);
}

function readUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "http:" || url?.protocol === "https:") return new URL(url.origin);
  throw new CannotRun(`--url must be a full address such as http://192.168.1.5:3000; "${text}" is not.`);
}

function readFaults(names: string[]): Set<Fault> {
  const wanted = names.flatMap((name) => name.split(",")).map((name) => name.trim());
  for (const name of wanted)
    if (!faults.includes(name as Fault))
      throw new CannotRun(`There is no fault "${name}". There are ${faults.join(", ")}.`);
  // whoever asks for it twice wants it to strike twice, and it would not
  const twice = wanted.find((name, index) => wanted.indexOf(name) !== index);
  if (twice !== undefined) throw new CannotRun(`The fault ${twice} is there twice. ${onceIsEnough(twice)}`);
  const others = wanted.filter((name) => name !== "none");
  if (others.length > 0 && others.length < wanted.length)
    throw new CannotRun(`--fault none and --fault ${others[0]} contradict each other. Leave one out.`);
  return new Set(others as Fault[]);
}

const onceIsEnough = (fault: string): string =>
  fault === "server-kill"
    ? "Once is enough: from the second question on it strikes in every one, six times at the most."
    : "Once is enough.";

function inWords(names: string[], last = "and"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}

function refuseWhatContradicts({ faults: wanted, addresses, phones, limits, scenario }: Options): void {
  if (wanted.has("socket-blocked") && wanted.has("socket-down"))
    throw new CannotRun(
      "With socket-blocked there is no socket all night, so none can die by socket-down. Leave one of the two out.",
    );
  if (limits === "off" && wanted.has("redis-hang"))
    throw new CannotRun(
      "With --limits off nobody asks the limits' Redis, so its hanging shows nothing. Leave one of the two out.",
    );
  if (limits === "off" && scenario === "trade-show")
    throw new CannotRun(
      "A trade show shows that the busy device alone is refused, and with --limits off nobody is. Leave one of the two out.",
    );
  if (addresses > phones)
    throw new CannotRun(`${phones} phones cannot come from ${addresses} addresses. Ask for fewer addresses.`);
}

function refuseWhatNeedsOwnServer(options: Options): void {
  const own = needsOwnServer.filter((fault) => options.faults.has(fault));
  if (own.length > 0)
    throw new CannotRun(
      `${inWords(own)} stops a server or its Redis, so it is done to our own only. Leave --url out.`,
    );
  if (options.limits !== "default")
    throw new CannotRun("--limits is a setting of the server. Set it there, or leave --url out.");
  if (options.addresses > 1)
    throw new CannotRun("--addresses needs a server that trusts this machine as a proxy. Leave --url out.");
}
