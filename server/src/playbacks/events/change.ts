import { now } from '../../platform/clock.ts';
import { breaksReference, type Db, inTransaction } from '../../platform/db/db.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { type Asking, type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { newId } from '../../platform/ids.ts';
import { type LeastInSpace, spaceOf } from '../../spaces/spaces.ts';
import { playbackById } from '../access.ts';
import { wakeReminders } from '../reminders/reminders.store.ts';
import { replanSessions } from './plan-sessions.ts';
import { presentPlaybackEvent } from './present.ts';
import { emptySchedule, faultsOfSchedule, withGiven } from './schedule.ts';
import { closePermanentSession, deleteUpcomingSessions } from './sessions.store.ts';
import {
  findPlaybackEvent,
  insertPlaybackEvent,
  lockPlaybackEvent,
  type PlaybackEvent,
  savePlaybackEvent,
} from './store.ts';

type OfEvent = Asking<{ spaceId: string; playbackEventId: string }> & { least: LeastInSpace };

const eventOf = async (db: Db, spaceId: string, eventId: string): Promise<PlaybackEvent> =>
  (await findPlaybackEvent(db, { spaceId, eventId }, now())) ?? refuse('not_found');

/** Finds the event in the path for the leaders of its group. */
export async function eventInPath(request: OfEvent): Promise<PlaybackEvent> {
  await spaceOf(request);
  return eventOf(request.db, request.params.spaceId, request.params.playbackEventId);
}

const foreignPlayback = { path: 'playbackId', message: 'names no automatic webinar of this group' };

export const eventChangeEndpoints: Endpoint[] = [
  endpoint('createPlaybackEvent', {
    access: spaceOf,
    handle: async ({ db, params: { spaceId }, body }) => {
      const { playbackId } = body;
      const schedule = withGiven(emptySchedule, body);
      const found = await playbackById(db, playbackId);
      const room = found?.room.spaceId === spaceId ? found.room : undefined;
      const details = [...(room ? [] : [foreignPlayback]), ...faultsOfSchedule(schedule)];
      if (!room || details.length > 0) throw new Refusal('validation_failed', { details });
      const event = {
        ...schedule,
        ...{ id: newId(), playbackId, name: body.name ?? room.name, createdAt: now() },
        ...{ plannedUntil: null, deletedAt: null },
      };
      const made = inTransaction(db, async (trx) => {
        await insertPlaybackEvent(trx, event);
        await replanSessions(trx, event);
        return eventOf(trx, spaceId, event.id);
      });
      // The playback was deleted between the check and the insert.
      const gone = new Refusal('validation_failed', { details: [foreignPlayback] });
      return presentPlaybackEvent(
        await made.catch((error: unknown) => Promise.reject(breaksReference(error) ? gone : error)),
      );
    },
  }),
  endpoint('updatePlaybackEvent', {
    access: eventInPath,
    handle: ({ db, access: { id: eventId }, params: { spaceId }, body }) =>
      inTransaction(db, async (trx) => {
        const before = (await lockPlaybackEvent(trx, eventId)) ?? refuse('not_found');
        const schedule = withGiven(before, body);
        const isMoved = body.playbackId !== undefined && body.playbackId !== before.playbackId;
        const moved = { path: 'playbackId', message: 'cannot be changed; create another event' };
        const details = [...(isMoved ? [moved] : []), ...faultsOfSchedule(schedule)];
        if (details.length > 0) throw new Refusal('validation_failed', { details });
        const event = { ...before, ...schedule, name: body.name ?? before.name };
        const { id: _, playbackId: __, ...changes } = event;
        await savePlaybackEvent(trx, eventId, changes);
        await replanSessions(trx, event);
        return presentPlaybackEvent(await eventOf(trx, spaceId, eventId));
      }),
  }),
  // Sessions that have begun continue to their end: people may be watching them.
  endpoint('deletePlaybackEvent', {
    access: eventInPath,
    handle: ({ db, access: { id: eventId } }) =>
      inTransaction(db, async (trx) => {
        const { playbackId } = (await lockPlaybackEvent(trx, eventId)) ?? refuse('not_found');
        const at = now();
        await deleteUpcomingSessions(trx, { eventId, except: [], at });
        await closePermanentSession(trx, eventId, at);
        await savePlaybackEvent(trx, eventId, { deletedAt: at });
        await wakeReminders(trx, playbackId, at);
      }),
  }),
];
