import type { FileStore } from '../../engines/files/files.ts';
import { now, parseMoment, timestamp } from '../../platform/clock.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { spaceOf } from '../../spaces/spaces.ts';
import { playbackInPath } from '../access.ts';
import { eventChangeEndpoints, eventInPath } from './change.ts';
import { mediaUrlsOf } from './media.ts';
import { presentPlaybackEvent, presentPlaybackSession } from './present.ts';
import { endPlaybackSession } from './run-sessions.ts';
import { emptySchedule, faultsOfSchedule, startsOf, withGiven } from './schedule.ts';
import { type ListedSession, listSessions } from './sessions.store.ts';
import { listPlaybackEvents } from './store.ts';
import { wallTimeOf } from './wall-clock.ts';

/** The end of time as far as a four-digit year goes. */
const endOfTime = new Date('9999-12-31T23:59:59.999Z');

const eventEndpoints: Endpoint[] = [
  endpoint('listPlaybackEvents', {
    access: spaceOf,
    handle: async ({ db, params, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', playbackId } = query;
      const wanted = { at: now(), page: { limit, offset, order } };
      const { items, total } = await listPlaybackEvents(db, { ...params, playbackId }, wanted);
      return { items: items.map(presentPlaybackEvent), total };
    },
  }),
  endpoint('previewPlaybackEvent', {
    access: spaceOf,
    handle: async ({ body: { count = 10, ...given } }) => {
      const schedule = withGiven(emptySchedule, given);
      const faults = faultsOfSchedule(schedule);
      if (faults.length > 0) throw new Refusal('validation_failed', { details: faults });
      const starts = startsOf(schedule, { from: now(), to: endOfTime }, count);
      const localStarts = starts.map((start) => wallTimeOf(start, schedule.timezone));
      return { starts: starts.map(timestamp), localStarts };
    },
  }),
  endpoint('getPlaybackEvent', {
    access: eventInPath,
    handle: async ({ access }) => presentPlaybackEvent(access),
  }),
];

export interface SessionParts {
  files: Pick<FileStore, 'linkOf'>;
  config: { LECTERN_RETENTION_DAYS?: number };
}

const sessionEndpoints = ({
  files,
  config: { LECTERN_RETENTION_DAYS: keptDays },
}: SessionParts): Endpoint[] => [
  endpoint('getPlaybackEventSessions', {
    access: playbackInPath,
    handle: async ({ db, access, query }) => {
      const { room } = access;
      const { limit = 1000, offset = 0, order = 'asc', dateFrom, dateTo, state } = query;
      const period = { from: parseMoment(dateFrom), until: parseMoment(dateTo) };
      const wanted = { at: now(), page: { limit, offset, order }, ...period, state };
      const { items, total } = await listSessions(db, room.id, wanted);
      const mediaUrlOf = await mediaUrlsOf({ db, files }, access, items);
      const present = (session: ListedSession) =>
        presentPlaybackSession(room, { ...session, mediaUrl: mediaUrlOf(session) }, keptDays);
      return { items: items.map(present), total };
    },
  }),
  endpoint('endPlaybackSession', {
    access: playbackInPath,
    handle: async ({ db, caller, access: { room }, params: { playbackEventSessionId: sessionId } }) => {
      const by =
        caller.kind === 'participant'
          ? { id: caller.participantId, isViewer: true }
          : { id: caller.userId, isViewer: false };
      await endPlaybackSession(db, { sessionId, playbackId: room.id, by });
    },
  }),
];

export const playbackEventEndpoints = (parts: SessionParts): Endpoint[] => [
  ...eventEndpoints,
  ...eventChangeEndpoints,
  ...sessionEndpoints(parts),
];
