/**
 * Devices in the same pub that mean no good: 200 requests a second each, one with a seat and one that is a stranger. They
 * honour no Retry-After. Whether the room panel names them is watched here; what they do to the room shows in the
 * figures of the honest.
 */
import { randomId } from "@/lib/client/random-id";
import type { LookupReply, RoomPanel, SeatReply } from "@/lib/contracts/http";
import { Caller, type Request } from "./caller";
import type { History, What } from "./history";
import type { Network } from "./network";

const requestsPerSecond = 200;
const batchMs = 50;
/** An abuser that is answered slowly must not fill this process: what is over is not sent. */
const mostInFlight = 400;
const connections = 60;
export const abuserName = "Abuser";

export type Abuser = {
  kind: "abuser-token" | "abuser-anon";
  playerId: string | null;
  sent: number;
  stop(): void;
};

type Deps = { network: Network; history: History; joinKey: string; openQuestion(): string | null };

export async function startAbuser(kind: Abuser["kind"], d: Deps): Promise<Abuser> {
  const agent = d.network.agent("http", "others", connections);
  const caller = new Caller({ base: d.network.base, agent, who: "abuser", history: d.history, headers: {} });
  const seat = kind === "abuser-token" ? await takeSeat(caller, d.joinKey) : null;
  const abuser: Abuser = { kind, playerId: seat?.playerId ?? null, sent: 0, stop };
  let inFlight = 0;
  let paidUntil = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const due = dueRequests(now - paidUntil);
    paidUntil = now;
    for (let count = 0; count < due && inFlight < mostInFlight; count++) {
      inFlight += 1;
      abuser.sent += 1;
      const done = () => {
        inFlight -= 1;
      };
      const sent = seat ? asSeated(caller, seat, d, abuser.sent) : asStranger(caller, d, abuser.sent);
      sent.then(done, done);
    }
  }, batchMs);
  function stop() {
    clearInterval(timer);
    agent.destroy();
  }
  return abuser;
}

/** By the clock and not by the tick: on a busy machine ticks are late or left out, and an abuser would be half of one. */
export const dueRequests = (passedMs: number): number =>
  Math.round((requestsPerSecond * Math.min(passedMs, 1_000)) / 1000);

async function takeSeat(caller: Caller, joinKey: string) {
  const found = await caller.api<LookupReply>("lookup", "/api/lookup", { json: { key: joinKey } });
  if (!found.ok) throw new Error(`the abuser found no session: ${found.error.message}`);
  const { sessionId, deviceToken } = found.value;
  const path = `/api/sessions/${sessionId}`;
  const seat = await caller.api<SeatReply>("join", `${path}/join`, {
    json: { name: abuserName },
    token: deviceToken,
  });
  if (!seat.ok) throw new Error(`the abuser got no seat: ${seat.error.message}`);
  return { path, token: deviceToken, playerId: seat.value.player.playerId };
}

function asSeated(
  caller: Caller,
  seat: { path: string; token: string },
  d: Deps,
  count: number,
): Promise<unknown> {
  const { token } = seat;
  if (count % 2 === 0) return caller.api("view", `${seat.path}/view`, { token });
  const value = { kind: "text", text: "spam" };
  const json = { questionId: d.openQuestion() ?? "none", submissionId: randomId(), value };
  return caller.api("answer", `${seat.path}/answers`, { json, token });
}

function asStranger(caller: Caller, d: Deps, count: number): Promise<unknown> {
  if (count % 2 === 0) return caller.load("page", `/j/${d.joinKey}`);
  const request: Request = { json: { key: d.joinKey } };
  const what: What = "lookup";
  return caller.api(what, "/api/lookup", request);
}

/** Whom the room panel names, and how soon. */
export class PanelWatch {
  /** null: the server has no room panel */
  named: string[] | null = null;
  namedWithinMs: number | null = null;
  private readonly words = new Map<string, string>();
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;

  constructor(kinds: Abuser["kind"][], room: () => Promise<RoomPanel | null>) {
    const look = async () => {
      const panel = await room();
      if (!panel) return;
      const found = panel.offenders.filter((offender) => isAbuser(kinds, offender));
      // the rate in the words changes from look to look: the last one stands
      for (const { who, label, policy, words } of found) this.words.set(`${who} ${label} ${policy}`, words);
      this.named = [...this.words.values()];
      const all = kinds.every((kind) => found.some((offender) => isAbuser([kind], offender)));
      if (all) this.namedWithinMs ??= performance.now() - this.startedAt;
    };
    this.timer = setInterval(() => void look().catch(() => undefined), 1_000);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

const isAbuser = (kinds: Abuser["kind"][], { who, label }: RoomPanel["offenders"][number]) =>
  kinds.some((kind) =>
    kind === "abuser-token" ? who === "player" && label === abuserName : who === "address",
  );
