import { setTimeout as pause } from 'node:timers/promises';
import { announceEvent, insertDeliveries } from '../../server/testing/data/deliveries.ts';
import type { Database } from '../../server/testing/database.ts';
import { ticks } from './webhook-clock.ts';
import type { Group } from './webhook-groups.ts';

/** A fact that was written. */
export interface PacedEvent {
  deliveryId: string;
  roomId: string;
  receiver: number;
  /** By `ticks()`: when it should have been begun, and when its COMMIT had returned. */
  due: number;
  committed: number;
}

interface Fact {
  group: Group;
  roomId: string;
  due: number;
}

async function tell(database: Database, { group, roomId, due }: Fact): Promise<PacedEvent> {
  const deliveryId = await announceEvent(database, { spaceId: group.spaceId, roomId });
  return { deliveryId, roomId, receiver: group.receiver, due, committed: ticks() };
}

const roomOf = ({ roomIds }: Group, n: number): string => roomIds[n % roomIds.length] ?? '';

interface Paced {
  groups: Group[];
  perSecond: number;
  seconds: number;
}

/** Writes by the clock, group after group, however long any of them takes. */
export async function insertEventsPaced(
  database: Database,
  { groups, perSecond, seconds }: Paced,
): Promise<PacedEvent[]> {
  const begin = ticks();
  const under: Promise<PacedEvent>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begin + (n / perSecond) * 1000;
    const early = due - ticks();
    if (early > 0) await pause(early);
    const group = groups[n % groups.length] as Group;
    const roomId = roomOf(group, Math.floor(n / groups.length));
    const told = tell(database, { group, roomId, due });
    // Told at the end; until then somebody else may have failed first.
    told.catch(() => undefined);
    under.push(told);
  }
  return Promise.all(under);
}

/** Rows that wait before a measurement begins, spread evenly over the groups and their rooms. */
export async function insertBacklog(
  database: Database,
  groups: Group[],
  count: number,
): Promise<PacedEvent[]> {
  const facts = Array.from({ length: count }, (_, n) => {
    const group = groups[n % groups.length] as Group;
    return { group, roomId: roomOf(group, Math.floor(n / groups.length)) };
  });
  const due = ticks();
  const places = facts.map(({ group: { spaceId }, roomId }) => ({ spaceId, roomId }));
  const ids = await insertDeliveries(database, places);
  const committed = ticks();
  return facts.map(({ group: { receiver }, roomId }, n) => {
    return { deliveryId: ids[n] ?? '', roomId, receiver, due, committed };
  });
}
