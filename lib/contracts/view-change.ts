/**
 * What a player's socket is sent in place of a whole view where it has the shared part before: the fields of the shared
 * part that differ, and the personal part whole. A question's words and choices thus cross the wire once, not again with
 * its reveal. Polls and new connections get whole views, so that nothing else depends on what came before.
 */
import type { MeView, SharedView } from "./views";

export type SharedChange = {
  /** the fields that are new or differ, each whole */
  shared: Record<string, unknown>;
  /** names of the fields that are there no more */
  gone: string[];
};
export type ViewChange = SharedChange & {
  version: number;
  now: number;
  cursor: string;
  /** the shared part that this changes, by the name `sharedName` gives it */
  on: string;
  me: MeView;
};

/** Long enough that one change in 280 million million would go unseen until the next one: 48 bits in base64. */
export const nameLength = 8;
/** A player's cursor is the name of the shared part, made of its content, and that of the personal part. */
export const sharedName = (cursor: string): string => cursor.slice(0, nameLength);

export function sharedChange(before: SharedView, after: SharedView): SharedChange {
  const had = new Map<string, unknown>(Object.entries(before));
  const has = Object.entries(after).filter(([, value]) => value !== undefined);
  const isNew = ([field, value]: [string, unknown]) =>
    JSON.stringify(had.get(field)) !== JSON.stringify(value);
  const stays = new Set(has.map(([field]) => field));
  const gone = [...had].flatMap(([field, value]) => (value === undefined || stays.has(field) ? [] : [field]));
  return { shared: Object.fromEntries(has.filter(isNew)), gone };
}

/** The shared part after the change. What comes out is a view because what went in on the other side was one. */
export function withChange(before: SharedView, { shared, gone }: SharedChange): SharedView {
  const stays = Object.entries(before).filter(([field]) => !gone.includes(field));
  return { ...Object.fromEntries(stays), ...shared } as SharedView;
}
