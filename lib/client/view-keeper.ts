/**
 * What one audience is shown, put together from whichever road brought it. Drops what is older than what is shown.
 * It must not know about sockets, polling or time: it is told what arrived and says what is shown.
 */
import type { Envelope, HostView, LiveChange, MeView, PlayerView, ScreenView, SharedView } from "@/lib/contracts/views";
import type { SocketEvents } from "./session-socket";

/** What a message from the socket said about version and time; null: neither. */
export type Arrival = { version: number; now: number } | null;
export type Listen = <E extends ViewEvent>(event: E, take: (message: Parameters<SocketEvents[E]>[0]) => Arrival) => void;
type ViewEvent = "view:shared" | "view:me" | "view:host" | "view:screen" | "live:changed";

export type ViewKeeper<V> = {
  view(): V | null;
  /** the version shown; −1 before the first */
  version(): number;
  /** what to send as `since`; null: ask for the whole */
  cursor(): string | null;
  /** something shown belongs to an older version than the rest */
  isTorn(): boolean;
  takeEnvelope(envelope: Envelope<V>): void;
  listen(listen: Listen): void;
};

/** Phases in which a personal part of an older version lacks what the phone has to say. */
const personalPhases: ReadonlySet<SharedView["phase"]> = new Set(["reveal", "standings", "finished"]);

export function createPlayerKeeper(): ViewKeeper<PlayerView> {
  let shared: { version: number; value: SharedView } | null = null;
  let me: { version: number; value: MeView; cursor: string } | null = null;
  let shown: PlayerView | null = null;

  const compose = () => {
    if (!shared || !me) return;
    shown = { shared: shared.value, me: me.version < shared.version ? overtaken(me.value, shared.value) : me.value };
  };
  return {
    view: () => shown,
    version: () => (shown && shared ? shared.version : -1),
    // a cursor speaks for both parts: with one of them missing it would hide the other
    cursor: () => (shared && me && shared.version === me.version ? me.cursor : null),
    isTorn() {
      if (!shared || !me) return shared !== null || me !== null;
      return me.version > shared.version || (me.version < shared.version && personalPhases.has(shared.value.phase));
    },
    takeEnvelope({ version, cursor, view }) {
      if (!shared || version >= shared.version) shared = { version, value: view.shared };
      if (!me || version >= me.version) me = { version, value: view.me, cursor };
      compose();
    },
    listen(listen) {
      listen("view:shared", ({ version, now, shared: value }) => {
        if (!shared || version >= shared.version) shared = { version, value };
        compose();
        return { version, now };
      });
      listen("view:me", ({ version, now, cursor, me: value }) => {
        if (!me || version >= me.version) me = { version, value, cursor };
        compose();
        return { version, now };
      });
    },
  };
}

/** The personal part while its successor is on the way: nothing in it may be read as being about the new phase. */
function overtaken(me: MeView, shared: SharedView): MeView {
  const questionId = "question" in shared ? shared.question.id : null;
  const answer = shared.phase === "paused" || me.answer?.questionId === questionId ? me.answer : null;
  return { ...me, answer, result: null, standing: null };
}

function createWholeKeeper<V extends HostView | ScreenView>(
  event: "view:host" | "view:screen",
  withLive: (view: V, change: LiveChange) => V,
): ViewKeeper<V> {
  let shown: Envelope<V> | null = null;
  const takeEnvelope = (envelope: Envelope<V>) => {
    if (!shown || envelope.version >= shown.version) shown = envelope;
  };
  return {
    view: () => shown?.view ?? null,
    version: () => shown?.version ?? -1,
    cursor: () => shown?.cursor ?? null,
    isTorn: () => false,
    takeEnvelope,
    listen(listen) {
      listen(event, (message) => {
        const envelope = message as Envelope<V>;
        takeEnvelope(envelope);
        return { version: envelope.version, now: envelope.now };
      });
      listen("live:changed", (change) => {
        if (shown) shown = { ...shown, view: withLive(shown.view, change) };
        return null;
      });
    },
  };
}

/** Known rows change in place, new ones come last, as in a whole view. */
function mergeRows<R extends { playerId: string }>(rows: R[], changed: R[], removedIds: string[]): R[] {
  const byId = new Map(rows.map((row) => [row.playerId, row]));
  for (const row of changed) byId.set(row.playerId, row);
  for (const id of removedIds) byId.delete(id);
  return [...byId.values()];
}

export const createHostKeeper = (): ViewKeeper<HostView> =>
  createWholeKeeper<HostView>("view:host", (view, { playerCount, answeredCount, players, removedIds, distribution }) => ({
    ...view,
    live: {
      playerCount,
      answeredCount,
      players: mergeRows(view.live.players, players, removedIds),
      distribution: distribution ?? view.live.distribution,
    },
  }));

export const createScreenKeeper = (): ViewKeeper<ScreenView> =>
  createWholeKeeper<ScreenView>("view:screen", (view, { playerCount, answeredCount, players, removedIds }) => ({
    ...view,
    live: {
      playerCount,
      answeredCount,
      names: mergeRows(
        view.live.names,
        players.map(({ playerId, name }) => ({ playerId, name })),
        removedIds,
      ),
    },
  }));
