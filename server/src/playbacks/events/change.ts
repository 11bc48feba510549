import type { Body } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { breaksReference, type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { playbackById } from '../access.ts';
import { wakeReminders } from '../reminders/reminders.store.ts';
import { replanSessions } from './plan.ts';
import { emptySchedule, faultsOfSchedule, withGiven } from './schedule.ts';
import { closePermanentSession, deleteUpcomingSessions } from './sessions.store.ts';
import {
  findPlaybackEvent,
  insertPlaybackEvent,
  lockPlaybackEvent,
  type PlaybackEvent,
  savePlaybackEvent,
} from './store.ts';

interface EventPlace {
  spaceId: string;
  eventId: string;
}

async function rereadEvent(db: Db, place: EventPlace): Promise<PlaybackEvent> {
  return (await findPlaybackEvent(db, place, now())) ?? refuse('not_found');
}

const foreignPlayback = { path: 'playbackId', message: 'names no automatic webinar of this group' };

export async function createPlaybackEvent(
  db: Db,
  { spaceId, body }: { spaceId: string; body: Body<'createPlaybackEvent'> },
): Promise<PlaybackEvent> {
  const { playbackId } = body;
  const schedule = withGiven(emptySchedule, body);
  const found = await playbackById(db, playbackId);
  const room = found?.room.spaceId === spaceId ? found.room : undefined;
  const faults = [...(room ? [] : [foreignPlayback]), ...faultsOfSchedule(schedule)];
  if (!room || faults.length > 0) throw new Refusal('validation_failed', { details: faults });
  const place = { spaceId, eventId: newId() };
  const made = inTransaction(db, async (trx) => {
    const event = {
      ...schedule,
      ...{ id: place.eventId, playbackId, name: body.name ?? room.name, createdAt: now() },
      ...{ plannedUntil: null, deletedAt: null },
    };
    await insertPlaybackEvent(trx, event);
    await replanSessions(trx, event);
    return rereadEvent(trx, place);
  });
  // The playback was deleted between the check and the insert.
  return made.catch((error: unknown) =>
    breaksReference(error)
      ? Promise.reject(new Refusal('validation_failed', { details: [foreignPlayback] }))
      : Promise.reject(error),
  );
}

export async function updatePlaybackEvent(
  db: Db,
  { spaceId, eventId, body }: EventPlace & { body: Body<'updatePlaybackEvent'> },
): Promise<PlaybackEvent> {
  return inTransaction(db, async (trx) => {
    const before = (await lockPlaybackEvent(trx, eventId)) ?? refuse('not_found');
    const schedule = withGiven(before, body);
    const isMoved = body.playbackId !== undefined && body.playbackId !== before.playbackId;
    const moved = { path: 'playbackId', message: 'cannot be changed; create another event' };
    const faults = [...(isMoved ? [moved] : []), ...faultsOfSchedule(schedule)];
    if (faults.length > 0) throw new Refusal('validation_failed', { details: faults });
    const event = { ...before, ...schedule, name: body.name ?? before.name };
    const { id: _, playbackId: __, ...changes } = event;
    await savePlaybackEvent(trx, eventId, changes);
    await replanSessions(trx, event);
    return rereadEvent(trx, { spaceId, eventId });
  });
}

/** Sessions that have begun continue to their end: people may be watching them. */
export async function deletePlaybackEvent(db: Db, eventId: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { playbackId } = (await lockPlaybackEvent(trx, eventId)) ?? refuse('not_found');
    const at = now();
    await deleteUpcomingSessions(trx, { eventId, except: [], at });
    await closePermanentSession(trx, eventId, at);
    await savePlaybackEvent(trx, eventId, { deletedAt: at });
    await wakeReminders(trx, playbackId, at);
  });
}
