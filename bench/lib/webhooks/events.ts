import { setTimeout as pause } from 'node:timers/promises';
import { announceEvent, insertDeliveries } from '../../../server/testing/data/deliveries.ts';
import type { Database } from '../../../server/testing/database.ts';
import { machineTicks } from './clock.ts';
import type { Group } from './groups.ts';

/** An event that was written. */
export interface PacedEvent {
  deliveryId: string;
  roomId: string;
  receiver: number;
  /** By `ticks()`: the scheduled start, and the return of its COMMIT. */
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
  return { deliveryId, roomId, receiver: group.receiver, due, committed: machineTicks() };
}

const roomOf = ({ roomIds }: Group, n: number): string => roomIds[n % roomIds.length] ?? '';

interface Paced {
  groups: Group[];
  perSecond: number;
  seconds: number;
}

/** Writes at scheduled times, group after group, however long a write takes. */
export async function insertEventsPaced(
  database: Database,
  { groups, perSecond, seconds }: Paced,
): Promise<PacedEvent[]> {
  const begin = machineTicks();
  const under: Promise<PacedEvent>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begin + (n / perSecond) * 1000;
    const early = due - machineTicks();
    if (early > 0) await pause(early);
    const group = groups[n % groups.length] as Group;
    const roomId = roomOf(group, Math.floor(n / groups.length));
    const told = tell(database, { group, roomId, due });
    // The error is thrown at the end; something else may fail before.
    told.catch(() => undefined);
    under.push(told);
  }
  return Promise.all(under);
}

/** Inserts waiting rows before a measurement, spread evenly over the groups and their rooms. */
export async function insertBacklog(
  database: Database,
  groups: Group[],
  count: number,
): Promise<PacedEvent[]> {
  const facts = Array.from({ length: count }, (_, n) => {
    const group = groups[n % groups.length] as Group;
    return { group, roomId: roomOf(group, Math.floor(n / groups.length)) };
  });
  const due = machineTicks();
  const places = facts.map(({ group: { spaceId }, roomId }) => ({ spaceId, roomId }));
  const ids = await insertDeliveries(database, places);
  const committed = machineTicks();
  return facts.map(({ group: { receiver }, roomId }, n) => {
    return { deliveryId: ids[n] ?? '', roomId, receiver, due, committed };
  });
}
