/**
 * A host's line, without React: the view, and commands that name the version they were based on. A command is one
 * press: whatever roads it took and however often it was sent, a person who pressed once is not told "somebody was
 * quicker".
 */
import type { HostCommand } from "@/lib/contracts/commands";
import type { Refusal } from "@/lib/contracts/refusals";
import type { CommandReply } from "@/lib/contracts/socket";
import type { Envelope, HostLiveChange, HostView, Link } from "@/lib/contracts/views";
import { api } from "./api";
import { browserTime, openWire } from "./browser-connection";
import { asCohost, cohostInAddress } from "./cohost";
import { mergeHostLive } from "./live-change";
import type { Snapshot } from "./store";

export type HostState = {
  view: HostView | null;
  /** of the view on show; −1 before there is one */
  version: number;
  link: Link;
  refusal: Refusal | null;
  pending: boolean;
};
export const noHostState: HostState = {
  view: null,
  version: -1,
  link: "offline",
  refusal: null,
  pending: false,
};

type WithoutBase<C> = C extends { basedOn: number } ? Omit<C, "basedOn"> : C;
/** A command without `basedOn`: that is the version on show when the button was pressed. */
export type HostOrder = WithoutBase<HostCommand>;

/**
 * A second press is based on the view the first one led to, so that STALE cannot stop it. An impatient host presses Skip
 * five times in a second and means one question; every other step may be taken as fast as somebody likes.
 */
const samePressMs: Partial<Record<HostOrder["type"], number>> = { skipQuestion: 1_000 };
/** Each says by itself what it sets, whatever the version. */
const withoutBase = new Set<HostOrder["type"]>([
  "removePlayer",
  "banPlayer",
  "renamePlayer",
  "addPaperTeam",
  "mergeSeats",
  "makeCaptain",
  "removePhone",
  "answerSeatRequest",
  "setTeamSize",
  "addBots",
  "removeBots",
  "markGroup",
  "overrideMark",
  "voidQuestion",
  "editQuestion",
  "adjustPoints",
  "removeAdjustment",
]);
/** Carries the version that was on show; everything else is done to a team or to a mark. */
export const hasBase = ({ type }: HostOrder): boolean => !withoutBase.has(type);
/** Says what shall be, not what comes next: no step, and as right on a newer view as on the one it was chosen on. */
const settings = new Set<HostOrder["type"]>([
  "setStandings",
  "setJoinLocked",
  "setLateJoin",
  "setHandicap",
  "setNameFilter",
  "renewCohostLink",
]);
/** A step of the night: a press on top of another is the same press. Everything else waits its turn and is carried out. */
const isStep = (order: HostOrder): boolean => hasBase(order) && !settings.has(order.type);
const ackTimeoutMs = 3_000;
/** A server that is busy for a moment is asked again; for longer the buttons must not stay dead. */
const tries = 3;
const firstRetryMs = 400;
const longestPauseMs = 3_000;

export function openHostSession(
  sessionId: string,
  snapshot: Snapshot<HostState>,
  cohost = cohostInAddress(),
) {
  const path = `/api/sessions/${encodeURIComponent(sessionId)}`;
  const change = (next: Partial<HostState>) => snapshot.set({ ...snapshot.get(), ...next });
  const take = (envelope: Envelope<HostView>) => {
    if (wire.connection.shown(envelope.version, envelope.cursor))
      change({ view: envelope.view, version: envelope.version });
  };
  /** The last command that was sent without a word coming back: it may have been carried out. */
  let unanswered: string | null = null;
  let closed = false;

  type Answered = { reply: CommandReply; isServer: boolean };

  async function overEitherRoad(command: HostCommand): Promise<Answered> {
    const name = JSON.stringify(command);
    let unacknowledged = false;
    // a co-host's orders go over HTTP, where each shows the link
    if (wire.connection.isSocketUp && !cohost) {
      try {
        const reply = (await wire.connection.ask("command:send", command, ackTimeoutMs)) as CommandReply;
        return { reply, isServer: true };
      } catch {
        unanswered = name;
        unacknowledged = true;
      }
    }
    const reply = await api<CommandReply>(asCohost(`${path}/commands`, cohost), { json: command });
    if (reply.ok && reply.value?.ok === true) {
      if (unacknowledged) wire.connection.answeredElsewhere();
      return { reply: reply.value, isServer: true };
    }
    const error = reply.ok ? null : reply.error;
    if (!error || error.status === 0) {
      unanswered = name;
      const message = error?.message ?? "The quiz does not answer just now.";
      return { reply: { ok: false, code: "UNAVAILABLE", message }, isServer: false };
    }
    const { code, message, body, retryAfterMs } = error;
    const envelope = (body as { envelope?: Envelope<HostView> } | undefined)?.envelope;
    return {
      reply: {
        ok: false,
        code,
        message,
        ...(envelope ? { envelope } : {}),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
      isServer: true,
    };
  }

  /** "This will be tried again by itself", says the server, and so it is. */
  let lastTaken: { type: HostOrder["type"] | null; at: number } = { type: null, at: 0 };

  async function untilTaken(command: HostCommand): Promise<CommandReply> {
    for (let attempt = 1; ; attempt++) {
      const { reply, isServer } = await overEitherRoad(command);
      const isBusy = !reply.ok && (reply.code === "RATE_LIMITED" || reply.code === "UNAVAILABLE");
      if (!isServer || !isBusy || closed) return reply;
      const backOff = firstRetryMs * 2 ** (attempt - 1);
      const pauseMs = Math.max(reply.retryAfterMs ?? 0, backOff) * (1 + browserTime.random() / 2);
      if (attempt === tries || pauseMs > longestPauseMs) {
        const seconds = Math.ceil(pauseMs / 1000);
        return { ...reply, message: `The quiz is busy. Press again in ${seconds} s.` };
      }
      await new Promise<void>((resume) => browserTime.setTimer(resume, pauseMs));
      if (closed) return reply;
    }
  }

  /** Pressed again before a person can have seen what the press did: the same press (HST-05). */
  function isSamePress({ type }: HostOrder): boolean {
    const at = browserTime.monotonicNow();
    const isAgain = lastTaken.type === type && at - lastTaken.at < (samePressMs[type] ?? 0);
    // a row of quick presses is one press, however long it gets
    if (isAgain) lastTaken = { type, at };
    return isAgain;
  }

  let underWay: Promise<Refusal | null> = Promise.resolve(null);

  async function sendCommand(order: HostOrder): Promise<Refusal | null> {
    // a step on top of another is the same press; a setting and what is done to a team or a mark wait their turn
    if (isStep(order) && (isSamePress(order) || snapshot.get().pending)) return null;
    while (snapshot.get().pending) await underWay;
    underWay = carryOut(order);
    return underWay;
  }

  async function carryOut(order: HostOrder): Promise<Refusal | null> {
    change({ pending: true });
    try {
      const first = await sendOnce(order);
      // what somebody else did in the meantime does not make a setting wrong
      const again = first?.code === "STALE" && settings.has(order.type);
      const refused = again ? await sendOnce(order) : first;
      if (!refused) lastTaken = { type: order.type, at: browserTime.monotonicNow() };
      return refused;
    } finally {
      change({ pending: false });
    }
  }

  async function sendOnce(order: HostOrder): Promise<Refusal | null> {
    const command = (hasBase(order) ? { ...order, basedOn: wire.connection.version } : order) as HostCommand;
    const reply = await untilTaken(command);
    if (reply.envelope) take(reply.envelope);
    if (reply.ok) return null;
    // the first sending did it, or somebody else the same moment: the view on show says which, and nothing was lost
    if (reply.code === "STALE" && unanswered === JSON.stringify(command)) return null;
    return { code: reply.code, message: reply.message };
  }

  const wire = openWire<HostView>({
    auth: { sessionId, role: "host", ...(cohost ? { token: cohost } : {}) },
    viewPath: asCohost(`${path}/host`, cohost),
    token: null,
    listen(socket, connection) {
      socket.on("view:host", (envelope: Envelope<HostView>) => {
        if (connection.heard(envelope)) change({ view: envelope.view, version: envelope.version });
      });
      socket.on("live:host", (live: HostLiveChange) => {
        connection.heardOnSocket();
        const { view } = snapshot.get();
        if (view) change({ view: mergeHostLive(view, live) });
      });
    },
    show: (envelope) => change({ view: envelope.view, version: envelope.version }),
    onChange: () => change({ link: wire.connection.link, refusal: wire.connection.refusal }),
  });
  return {
    ...wire,
    sendCommand,
    close() {
      closed = true;
      wire.close();
    },
  };
}
