import { after, now, seconds } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import type { NewRowOf, RowOf } from '../../platform/db/tables.ts';
import { newId } from '../../platform/ids.ts';
import { wakeReminders } from '../reminders/reminders.store.ts';
import { applyMediaToSessions, lockLength, permanentToRenew } from './media.store.ts';
import { pairMoves } from './moves.ts';
import { startsOf } from './schedule.ts';
import {
  closePermanentSession,
  countUpcomingSessions,
  deleteUpcomingSessions,
  insertSessions,
  moveSessions,
  openPermanentSession,
  startsOfSessions,
  updateUpcomingSessions,
} from './sessions.store.ts';
import { eventsToPlan, lockPlaybackEvent, savePlaybackEvent } from './store.ts';

/** Sessions of a recurring event exist this far ahead, but no more than so many (decisions.md, section 9). */
const planned = { days: 60, sessions: 500 };

type EventRow = RowOf<'playback_events'>;

const horizonFrom = (at: Date): Date => after(seconds(planned.days * 86_400), at);

async function addSessions(
  trx: Db,
  event: EventRow,
  { starts, isPermanent, at }: { starts: Date[]; isPermanent: boolean; at: Date },
): Promise<void> {
  const length = await lockLength(trx, event.playbackId);
  const endOf = (start: Date): Date | null =>
    length === null || isPermanent ? null : after(Math.round(length * 1000), start);
  const added: NewRowOf<'playback_sessions'>[] = starts.map((startDate) => ({
    id: newId(),
    eventId: event.id,
    playbackId: event.playbackId,
    startDate,
    endDate: endOf(startDate),
    isPermanent,
    recurrence: event.recurrence,
    timezone: event.timezone,
    createdAt: at,
  }));
  await insertSessions(trx, added);
}

/** The starts from `from` on for which sessions should exist, and the time up to which these are all. */
function startsAhead(event: EventRow, { from, at, limit }: { from: Date; at: Date; limit: number }) {
  const horizon = horizonFrom(at);
  const starts = startsOf(event, { from, to: horizon }, limit);
  const last = starts.at(-1);
  return { starts, plannedUntil: last && starts.length === limit ? last : horizon };
}

/** The starts of the event as it is now. A single start may be in the past: its session begins at once. */
function wantedStarts(event: EventRow, at: Date): { starts: Date[]; plannedUntil: Date | null } {
  if (event.startDate === null) return { starts: [], plannedUntil: null };
  if (event.recurrence === null) return { starts: [event.startDate], plannedUntil: null };
  return startsAhead(event, { from: at, at, limit: planned.sessions });
}

/** Moves the sessions whose starts are gone to new ones, so that their links and reminders follow. */
async function moveGoneSessions(
  trx: Db,
  { id: eventId, recurrence }: EventRow,
  { starts, at }: { starts: Date[]; at: Date },
): Promise<void> {
  const sessions = await startsOfSessions(trx, eventId, at);
  const wanted = new Set(starts.map(Number));
  const planned = new Set(sessions.map(({ startDate }) => startDate.getTime()));
  const gone = sessions.filter(({ startDate, isMovable }) => isMovable && !wanted.has(startDate.getTime()));
  const free = starts.filter((start) => !planned.has(start.getTime()));
  await moveSessions(trx, pairMoves(gone, free, { isRecurring: recurrence !== null }));
}

/**
 * Makes the sessions to come fit the event, in the transaction that created or changed it. A session that keeps its
 * start, or moves to a new one, keeps its id, its chat and its links; one that has begun is left as it is.
 */
export async function replanSessions(trx: Db, event: EventRow): Promise<void> {
  const at = now();
  const isPermanent = event.startDate === null;
  const { starts, plannedUntil } = wantedStarts(event, at);
  await moveGoneSessions(trx, event, { starts, at });
  await deleteUpcomingSessions(trx, { eventId: event.id, except: starts, at });
  await updateUpcomingSessions(trx, { eventId: event.id, at, ...event });
  if (!isPermanent) {
    await closePermanentSession(trx, event.id, at);
    await addSessions(trx, event, { starts, isPermanent, at });
  } else if (!(await openPermanentSession(trx, event.id))) {
    await addSessions(trx, event, { starts: [at], isPermanent, at });
  }
  await savePlaybackEvent(trx, event.id, { plannedUntil });
  await wakeReminders(trx, event.playbackId, at);
}

/** Adds the sessions that have come within the horizon. */
async function extendEvent(trx: Db, eventId: string): Promise<void> {
  const event = await lockPlaybackEvent(trx, eventId);
  if (!event || event.plannedUntil === null) return;
  const at = now();
  const room = planned.sessions - (await countUpcomingSessions(trx, eventId, at));
  if (room <= 0) return;
  // Sessions that nobody could announce because no node was running are not made up for.
  const from = event.plannedUntil > at ? after(1, event.plannedUntil) : at;
  const { starts, plannedUntil } = startsAhead(event, { from, at, limit: room });
  await addSessions(trx, event, { starts, isPermanent: false, at });
  await savePlaybackEvent(trx, eventId, { plannedUntil });
}

const batch = 100;

/** Extends the sessions of all recurring events, each in its own transaction. */
export async function extendSchedules(db: Db, stop: AbortSignal): Promise<void> {
  let last = '';
  while (!stop.aborted) {
    const eventIds = await eventsToPlan(db, { until: horizonFrom(now()), after: last, limit: batch });
    for (const eventId of eventIds) {
      if (stop.aborted) return;
      await inTransaction(db, (trx) => extendEvent(trx, eventId));
    }
    last = eventIds.at(-1) ?? '';
    if (eventIds.length < batch) return;
  }
}

/**
 * In a transaction that is about to change the content of a playback: sessions that have begun keep the present video,
 * also in the second before their start is noted (docs/decisions/0063).
 */
export const keepContentOfBegun = (trx: Db, playbackId: string): Promise<void> =>
  applyMediaToSessions(trx, playbackId, now());

/**
 * In the transaction that changed the content of a playback, or took it online or offline: sessions to come get their
 * end by its length. A permanent session ends when its last viewer has seen the old video, and a new one
 * begins.
 */
export async function followContent(trx: Db, playbackId: string): Promise<void> {
  const at = now();
  await applyMediaToSessions(trx, playbackId, at);
  for (const eventId of await permanentToRenew(trx, playbackId)) {
    const event = await lockPlaybackEvent(trx, eventId);
    if (!event) continue;
    await closePermanentSession(trx, eventId, at);
    await replanSessions(trx, event);
  }
}
