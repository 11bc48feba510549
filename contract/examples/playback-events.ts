import type { Answer, Body } from '../routes.ts';
import { chatIds, ids, listOf, webUrl } from './ids.ts';

const schedule = {
  startDate: '2026-03-23T00:00:00.000Z',
  endDate: '2026-05-31T21:59:59.000Z',
  recurrence: '0 19 * * MON,THU',
  timezone: 'Europe/Berlin',
} as const;

const startDate = '2026-03-23T18:00:00.000Z';
const name = 'Exam preparation, spring';

const PlaybackEvent = {
  id: ids.playbackEvent,
  playbackId: ids.playback,
  name,
  ...schedule,
  localStartDate: '2026-03-23T01:00:00',
  localEndDate: '2026-05-31T23:59:59',
  frequency: 'recurring',
  nextStartDate: startDate,
  createdAt: '2026-03-18T09:20:31.402Z',
} satisfies Answer<'getPlaybackEvent'>;

const PlaybackEventSession = {
  id: ids.playbackSession,
  playbackId: ids.playback,
  playbackEventId: ids.playbackEvent,
  chatApplicationId: chatIds.app,
  chatChannelId: '48377',
  type: 'webinar',
  state: 'finished',
  startDate,
  endDate: '2026-03-23T18:56:52.000Z',
  mediaUrl: `${webUrl}/files/${ids.record}/video.mp4?until=1774461600000&signature=d2Vz`,
  frequency: 'recurring',
  recurrence: schedule.recurrence,
  timezone: schedule.timezone,
  uniqueParticipantsCount: 41,
  isReportExpired: false,
} satisfies Answer<'getPlaybackEventSessions'>['items'][number];

/** Events of automatic webinars, and their sessions. */
export const playbackEventModels = {
  PlaybackEvent,
  PlaybackEventList: listOf(PlaybackEvent),
  CreatePlaybackEventRequest: {
    playbackId: ids.playback,
    name,
    ...schedule,
  } satisfies Body<'createPlaybackEvent'>,
  UpdatePlaybackEventRequest: { recurrence: '30 19 * * MON,THU' } satisfies Body<'updatePlaybackEvent'>,
  PreviewPlaybackEventRequest: { ...schedule, count: 3 } satisfies Body<'previewPlaybackEvent'>,
  PreviewPlaybackEventResponse: {
    starts: [startDate, '2026-03-26T18:00:00.000Z', '2026-03-30T17:00:00.000Z'],
    localStarts: ['2026-03-23T19:00:00', '2026-03-26T19:00:00', '2026-03-30T19:00:00'],
  } satisfies Answer<'previewPlaybackEvent'>,
  PlaybackEventSessionList: listOf(PlaybackEventSession),
};

export const playbackEventParameters = {
  playbackEventId: ids.playbackEvent,
  playbackEventSessionId: ids.playbackSession,
  'getPlaybackEventSessions.dateFrom': '2026-03-01T00:00:00.000Z',
  'getPlaybackEventSessions.dateTo': '2026-04-01T00:00:00.000Z',
  'getPlaybackEventSessions.state': 'finished',
};
