import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../server/src/platform/db/db.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { announce } from '../../server/src/webhooks/webhooks.ts';
import { ticks } from './webhook-clock.ts';
import type { Group } from './webhook-groups.ts';

/** A fact that was written. */
export interface Told {
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

/** One fact in a transaction of its own. */
async function tell({ db }: Database, { group, roomId, due }: Fact): Promise<Told> {
  const event = { eventName: 'call_started', spaceId: group.spaceId, roomId } as const;
  const deliveryId = await db.transaction().execute((trx) => announce(trx, event));
  const committed = ticks();
  if (!deliveryId) throw new Error('nobody was to be told');
  return { deliveryId, roomId, receiver: group.receiver, due, committed };
}

const roomOf = ({ roomIds }: Group, n: number): string => roomIds[n % roomIds.length] ?? '';

export interface Paced {
  groups: Group[];
  perSecond: number;
  seconds: number;
}

/** Writes by the clock, group after group, however long any of them takes. */
export async function tellPaced(database: Database, { groups, perSecond, seconds }: Paced): Promise<Told[]> {
  const begin = ticks();
  const under: Promise<Told>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const due = begin + (n / perSecond) * 1000;
    if (due > ticks()) await pause(due - ticks());
    const group = groups[n % groups.length] as Group;
    under.push(tell(database, { group, roomId: roomOf(group, Math.floor(n / groups.length)), due }));
  }
  return Promise.all(under);
}

export interface Flood {
  groups: Group[];
  /** How many write at once; the facts of one group are written by the same one, one after another. */
  writers: number;
  /** So many may be told and not have come. */
  waiting: number;
  /** How many of those told have come. */
  came: () => number;
  /** By `ticks()`. */
  until: number;
  /** Counts while it runs. */
  progress: { told: number };
}

/** Writes as fast as the database takes it, as long as not too many wait already. */
export async function tellFlatOut(database: Database, flood: Flood): Promise<Told[]> {
  const all: Told[] = [];
  const { progress } = flood;
  const before = flood.came();
  const write = async (writer: number) => {
    const own = flood.groups.filter((_, index) => index % flood.writers === writer);
    for (let n = 0; ticks() < flood.until; n += 1) {
      while (progress.told - (flood.came() - before) >= flood.waiting && ticks() < flood.until)
        await pause(2);
      const group = own[n % own.length] as Group;
      all.push(
        await tell(database, { group, roomId: roomOf(group, Math.floor(n / own.length)), due: ticks() }),
      );
      progress.told += 1;
    }
  };
  await Promise.all(Array.from({ length: flood.writers }, (_, writer) => write(writer)));
  return all;
}

/** Rows as `announce` writes them, many at once: those that waited before the measurement began. */
export async function heapUp({ db }: Database, groups: Group[], count: number): Promise<void> {
  const webhooks = await db.selectFrom('webhooks').select(['id', 'space_id']).execute();
  const idOf = new Map(webhooks.map(({ id, space_id }) => [space_id, id]));
  const at = new Date();
  const row = (n: number) => {
    const group = groups[n % groups.length] as Group;
    const { spaceId } = group;
    const roomId = roomOf(group, n);
    return {
      id: newId(),
      webhook_id: idOf.get(spaceId) ?? '',
      event_id: newId(),
      event_name: 'call_started',
      space_id: spaceId,
      room_id: roomId,
      body: JSON.stringify({ eventName: 'call_started', roomId, spaceId }),
      next_attempt_at: at,
      created_at: at,
    };
  };
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, n) => row(from + n));
    await db.insertInto('webhook_deliveries').values(rows).execute();
  }
}
