import type { Db } from './db/db.ts';

/** A reaction to an event. If `db` is a transaction, it is the one of the change. */
export type Effect<Event> = (db: Db, event: Event) => Promise<unknown>;

/** The reactions to an event, in their order. `wiring/effects.ts` has the lists (docs/decisions/0149). */
export type Effects<Event> = readonly Effect<Event>[];

/** Runs the effects one after another. The first that fails keeps the others from running. */
export async function runAll<Event>(db: Db, effects: Effects<Event>, event: Event): Promise<void> {
  for (const effect of effects) await effect(db, event);
}
