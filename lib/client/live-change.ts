/** Merges what changes often into the view shown: changed rows only, so that one join never re-sends the room. */
import type { HostView, LiveChange, ScreenView } from "@/lib/contracts/views";

function mergeById<T extends { playerId: string }>(known: T[], changed: T[], removedIds: string[]): T[] {
  const removed = new Set(removedIds);
  const byId = new Map(known.filter((row) => !removed.has(row.playerId)).map((row) => [row.playerId, row]));
  for (const row of changed) byId.set(row.playerId, row);
  return [...byId.values()];
}

export function mergeHostLive(view: HostView, change: LiveChange): HostView {
  const { playerCount, answeredCount, players, removedIds } = change;
  return {
    ...view,
    live: {
      playerCount,
      answeredCount,
      players: mergeById(view.live.players, players, removedIds),
      distribution: change.distribution ?? view.live.distribution,
    },
  };
}

export function mergeScreenLive(view: ScreenView, change: LiveChange): ScreenView {
  const { playerCount, answeredCount, players, removedIds } = change;
  const names = players.map(({ playerId, name }) => ({ playerId, name }));
  return {
    ...view,
    live: { playerCount, answeredCount, names: mergeById(view.live.names, names, removedIds) },
  };
}
