import type { Database } from '../../../server/testing/database.ts';
import { type Spread, spreadOf } from '../report.ts';
import type { PacedEvent } from './events.ts';
import type { Arrival } from './receivers.ts';

export interface WebhookVerdict {
  /** Milliseconds from the return of the COMMIT to the first arrival, of the deliveries that arrived. */
  latency: Spread;
  lost: number;
  doubled: number;
  /** Deliveries that arrived before an earlier one of their room. */
  disordered: number;
}

async function knownOf({ db }: Database) {
  const rows = await db.selectFrom('webhook_deliveries').select(['id', 'event_id', 'sequence']).execute();
  return new Map(rows.map((row) => [row.id, { eventId: row.event_id, sequence: Number(row.sequence) }]));
}

function countDisordered(came: { roomId: string; sequence: number; at: number }[]): number {
  const latest = new Map<string, number>();
  let count = 0;
  for (const { roomId, at } of came.toSorted((a, b) => a.sequence - b.sequence)) {
    const last = latest.get(roomId) ?? Number.NEGATIVE_INFINITY;
    if (at < last) count += 1;
    latest.set(roomId, Math.max(at, last));
  }
  return count;
}

/** Compares arrivals with events: each once, and those of a room in order. */
export async function judgeDeliveries(
  database: Database,
  { warmed, told }: { warmed: PacedEvent[]; told: PacedEvent[] },
  arrivals: Arrival[],
): Promise<WebhookVerdict> {
  const known = await knownOf(database);
  const timesOf = new Map<string, number[]>();
  for (const { eventId, at } of arrivals) {
    const times = timesOf.get(eventId);
    if (times) times.push(at);
    else timesOf.set(eventId, [at]);
  }
  const seen = (one: PacedEvent) => {
    const { eventId = '', sequence = 0 } = known.get(one.deliveryId) ?? {};
    return { ...one, sequence, times: timesOf.get(eventId) ?? [] };
  };
  const counted = told.map(seen);
  const events = [...warmed.map(seen), ...counted];
  return {
    latency: spreadOf(
      counted.flatMap(({ times, committed }) => times.slice(0, 1).map((at) => at - committed)),
    ),
    lost: events.filter(({ times }) => times.length === 0).length,
    doubled: events.filter(({ times }) => times.length > 1).length,
    disordered: countDisordered(
      events.flatMap((event) => event.times.slice(0, 1).map((at) => ({ ...event, at }))),
    ),
  };
}
