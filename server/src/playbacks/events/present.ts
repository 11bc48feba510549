import {
  PlaybackEvent as PlaybackEventSchema,
  PlaybackEventSession,
} from '../../../../contract/operations/playback-events.ts';
import type { Answer } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import { presentFields } from '../../platform/present.ts';
import type { Room } from '../../rooms/rooms.ts';
import { isReportExpired } from './report-state.ts';
import { frequencyOf, localTimesOf } from './schedule.ts';
import { type ListedSession, sessionStateAt } from './sessions.store.ts';
import type { PlaybackEvent } from './store.ts';

export const presentPlaybackEvent = (event: PlaybackEvent): Answer<'getPlaybackEvent'> => ({
  ...presentFields(PlaybackEventSchema, event),
  ...localTimesOf(event),
  frequency: frequencyOf(event),
});

type Listed = Answer<'getPlaybackEventSessions'>['items'][number];

export function presentPlaybackSession(
  { type, appId }: Pick<Room, 'type' | 'appId'>,
  session: ListedSession & Pick<Listed, 'mediaUrl'>,
  keptDays: number | undefined,
): Listed {
  const at = now();
  const startDate = session.isPermanent ? null : session.startDate;
  return {
    ...presentFields(PlaybackEventSession, session),
    playbackEventId: session.eventId,
    chatApplicationId: appId,
    // The database keeps rooms of the type lesson apart from playbacks.
    type: type === 'conference' ? type : 'webinar',
    state: sessionStateAt(session, at),
    frequency: frequencyOf({ startDate, recurrence: session.recurrence }),
    isReportExpired: isReportExpired(session, at, keptDays),
  };
}
