import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../server/testing/database.ts';
import { heapFacts, tellFact } from '../../server/testing/facts.ts';
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

async function tell(database: Database, { group, roomId, due }: Fact): Promise<Told> {
  const deliveryId = await tellFact(database, { spaceId: group.spaceId, roomId });
  return { deliveryId, roomId, receiver: group.receiver, due, committed: ticks() };
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
  /** So many may wait; then nobody writes. */
  mostWaiting: number;
  waiting: () => number;
  /** Called for each that was told. */
  onTold: () => void;
  /** By `ticks()`. */
  until: number;
}

/** Writes as fast as the database takes it, as long as not too many wait already. */
export async function tellFlatOut(database: Database, flood: Flood): Promise<Told[]> {
  const all: Told[] = [];
  const write = async (writer: number) => {
    const own = flood.groups.filter((_, index) => index % flood.writers === writer);
    for (let n = 0; ticks() < flood.until; n += 1) {
      while (flood.waiting() >= flood.mostWaiting && ticks() < flood.until) await pause(2);
      const group = own[n % own.length] as Group;
      all.push(
        await tell(database, { group, roomId: roomOf(group, Math.floor(n / own.length)), due: ticks() }),
      );
      flood.onTold();
    }
  };
  await Promise.all(Array.from({ length: flood.writers }, (_, writer) => write(writer)));
  return all;
}

/** Rows that wait before a measurement begins, spread evenly over the groups and their rooms. */
export async function heapUp(database: Database, groups: Group[], count: number): Promise<Told[]> {
  const facts = Array.from({ length: count }, (_, n) => {
    const group = groups[n % groups.length] as Group;
    return { group, roomId: roomOf(group, Math.floor(n / groups.length)) };
  });
  const due = ticks();
  const places = facts.map(({ group: { spaceId }, roomId }) => ({ spaceId, roomId }));
  const ids = await heapFacts(database, places);
  const committed = ticks();
  return facts.map(({ group: { receiver }, roomId }, n) => {
    return { deliveryId: ids[n] ?? '', roomId, receiver, due, committed };
  });
}
