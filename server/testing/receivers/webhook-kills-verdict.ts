import type { Db } from '../../src/platform/db/db.ts';
import type { Received } from './receiver.ts';

/** An event that was announced. */
export interface Announced {
  roomId: string;
  spaceId: string;
  /** The expected final status; undefined if both are allowed because the receiver hung for a time. */
  end: 'delivered' | 'failed' | undefined;
}

/** An attempt in progress when the server was killed: perhaps sent, never recorded. */
export interface Held {
  eventId: string;
  number: number;
  /** Part of the key: a claim that a killed server could not release is found again after the next kill. */
  until: Date;
}

/** The outcome, compared with what was announced. */
export interface KillsVerdict {
  events: number;
  requests: number;
  /** Attempts that a kill interrupted. */
  cut: number;
  /** Requests in addition to one for each counted attempt. */
  repeated: number;
  /** Events that never arrived. */
  lost: number;
  /** Events that arrived but were not announced, or arrived under a second id. */
  invented: number;
  /** Events given up because two kills interrupted an attempt each; they have arrived. */
  givenUp: number;
  /** Events with an unexpected final status, or without a row. */
  unsettled: number;
  /** Attempts that may have been made more than twice. */
  madeTooOften: number;
  /** Events with more requests than recorded and interrupted attempts. */
  tooMany: number;
  /** Events with fewer requests than recorded responses. */
  notedForNothing: number;
  /** Requests whose inner body differs from the event's. */
  changed: number;
}

interface Noted {
  eventId: string;
  number: number;
  statusCode: number | null;
  signature: string | null;
}

const inner = /^\{"signature":"[0-9a-f]{64}","body":(\{.*\})\}$/s;

/** Counts the items by key. */
function countBy<T>(items: T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

const attemptKey = ({ eventId, number }: { eventId: string; number: number }) => `${eventId} ${number}`;
const holdKey = (hold: Held) => `${attemptKey(hold)} ${hold.until.toISOString()}`;
const idOf = ({ headers }: Received) => String(headers['webhook-id']);

/** Compares what the receivers got with the log of attempts and the interrupted attempts. */
export async function judgeKills(
  db: Db,
  { announced, holds, received }: { announced: Announced[]; holds: Held[]; received: Received[] },
): Promise<KillsVerdict> {
  const held = [...new Map(holds.map((hold) => [holdKey(hold), hold])).values()];
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'room_id', 'body', 'status', 'attempts'])
    .execute();
  const noted: Noted[] = await db
    .selectFrom('webhook_attempts as a')
    .innerJoin('webhook_deliveries as d', 'd.id', 'a.delivery_id')
    .select(['d.event_id as eventId', 'a.number', 'a.status_code as statusCode', 'a.signature'])
    .execute();
  // An attempt without a signature was not sent: the row records that the delivery was given up.
  const sent = noted.filter(({ signature }) => signature !== null);
  const byRoom = new Map(rows.map((row) => [row.room_id, row]));
  const byId = new Map(rows.map((row) => [row.event_id, row]));
  const arrivals = countBy(received, idOf);
  const cuts = countBy(held, ({ eventId }) => eventId);
  const notes = countBy(sent, ({ eventId }) => eventId);
  const answered = countBy(
    sent.filter(({ statusCode }) => statusCode !== null),
    ({ eventId }) => eventId,
  );
  const made = countBy([...sent, ...held], attemptKey);
  const count = (counts: Map<string, number>, id: string) => counts.get(id) ?? 0;

  const bodyOf = ({ roomId, spaceId }: Announced) =>
    JSON.stringify({ eventName: 'call_started', roomId, spaceId });
  const cutTwice = countBy(held, attemptKey);
  const givenUp = new Set(
    noted
      .filter((note) => note.signature === null && count(cutTwice, attemptKey(note)) === 2)
      .map(({ eventId }) => eventId),
  );
  const isSettled = (event: Announced) => {
    const row = byRoom.get(event.roomId);
    if (row?.body !== bodyOf(event) || row.status === 'pending') return false;
    if (row.status === 'failed' && givenUp.has(row.event_id)) return true;
    return event.end === undefined || row.status === event.end;
  };
  const ids = [...byId.keys()];
  return {
    events: announced.length,
    requests: received.length,
    cut: held.length,
    repeated: received.length - rows.reduce((all, { attempts }) => all + attempts, 0),
    lost: announced.filter(({ roomId }) => !arrivals.has(byRoom.get(roomId)?.event_id ?? '')).length,
    invented: [...arrivals.keys()].filter((id) => !byId.has(id)).length + rows.length - announced.length,
    givenUp: givenUp.size,
    unsettled: announced.filter((event) => !isSettled(event)).length,
    madeTooOften: [...made.values()].filter((times) => times > 2).length,
    tooMany: ids.filter((id) => count(arrivals, id) > count(notes, id) + count(cuts, id)).length,
    notedForNothing: ids.filter((id) => count(arrivals, id) < count(answered, id)).length,
    changed: received.filter((one) => inner.exec(one.body)?.[1] !== byId.get(idOf(one))?.body).length,
  };
}

/** The counts that must be zero. */
export const brokenByKills = ({
  lost,
  invented,
  unsettled,
  madeTooOften,
  tooMany,
  notedForNothing,
  changed,
}: KillsVerdict) => ({
  lost,
  invented,
  unsettled,
  madeTooOften,
  tooMany,
  notedForNothing,
  changed,
});

export const nothingBrokenByKills: ReturnType<typeof brokenByKills> = {
  lost: 0,
  invented: 0,
  unsettled: 0,
  madeTooOften: 0,
  tooMany: 0,
  notedForNothing: 0,
  changed: 0,
};
