/**
 * Who joins, leaves or is renamed while places or an answer are shown changes them for everybody, without a version. It is
 * told together: ten guests a second must not wake each phone ten times. Here stands what everybody was told last.
 */
import type { SessionScores } from "@/lib/game/scoring";
import type { SessionNews } from "./session-news";
import type { SessionRoom } from "./session-room";

/** A phone on the fallback that is woken every second asks sixty times a minute; its limit (sessionPoll) is made for that. */
const placesIntervalMs = 1_000;

/** The part phones share, and the places of which each has its own. */
type Told = { hash: string; scores: SessionScores | null; at: number };

/** Scores are made anew whenever a seat or an answer changes; most often they say the same. */
const hasSamePlaces = (before: SessionScores | null, now: SessionScores | null): boolean =>
  before === now ||
  (before?.standings.length === now?.standings.length &&
    (before?.standings ?? []).every((row, index) => {
      const other = now?.standings[index];
      return (
        row.playerId === other?.playerId &&
        row.rank === other.rank &&
        row.points === other.points &&
        row.name === other.name
      );
    }));

const isSame = (before: Told, now: Told): boolean =>
  before.hash === now.hash && hasSamePlaces(before.scores, now.scores);

export type ToldPlaces = ReturnType<typeof createToldPlaces>;

export function createToldPlaces(o: { news: SessionNews; now: () => number }) {
  const told = new WeakMap<SessionRoom, Told>();
  const present = (room: SessionRoom): Told => ({
    hash: room.shared().hash,
    scores: room.scoresIfShown(),
    at: o.now(),
  });
  o.news.subscribe({
    // to be told something of its own says nothing of what waits to be told to everybody
    versionChanged: (room, audience) => void (audience === "everybody" && told.set(room, present(room))),
  });
  return {
    /** Nothing waits to be told. */
    isTold(room: SessionRoom): boolean {
      const before = told.get(room);
      return before === undefined || isSame(before, present(room));
    },
    /** Nothing waited, and whoever sees something else since has been told by itself. */
    toldSome(room: SessionRoom): void {
      told.set(room, { ...present(room), at: told.get(room)?.at ?? 0 });
    },
    tellIfChanged(room: SessionRoom): void {
      // corrections that are saved are told in a moment, and only to those who see something else
      if (room.untold) return;
      const before = told.get(room);
      const now = present(room);
      if (!before) told.set(room, now);
      else if (now.at - before.at >= placesIntervalMs && !isSame(before, now))
        o.news.versionChanged(room, "everybody");
    },
  };
}
