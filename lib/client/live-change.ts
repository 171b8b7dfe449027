/** Merges what changes often into the view shown: changed rows only, so that one join never re-sends the room. */
import type { HostLiveChange, HostView, ScreenLiveChange, ScreenView } from "@/lib/contracts/views";

function mergeById<T extends { playerId: string }>(known: T[], changed: T[], removedIds: string[]): T[] {
  const removed = new Set(removedIds);
  const byId = new Map(known.filter((row) => !removed.has(row.playerId)).map((row) => [row.playerId, row]));
  for (const row of changed) byId.set(row.playerId, row);
  return [...byId.values()];
}

export function mergeHostLive(view: HostView, change: HostLiveChange): HostView {
  const { players, removedIds, ...figures } = change;
  return { ...view, live: { ...figures, players: mergeById(view.live.players, players, removedIds) } };
}

export function mergeScreenLive(view: ScreenView, change: ScreenLiveChange): ScreenView {
  const { names, removedIds, ...figures } = change;
  return { ...view, live: { ...figures, names: mergeById(view.live.names, names, removedIds) } };
}
