import { chatIds, ids, webUrl } from './ids.ts';

export const sampleSchedule = {
  startDate: '2026-03-23T00:00:00.000Z',
  endDate: '2026-05-31T21:59:59.000Z',
  recurrence: '0 19 * * MON,THU',
  timezone: 'Europe/Berlin',
} as const;

export const sampleSessionStart = '2026-03-23T18:00:00.000Z';
export const sampleEventName = 'Exam preparation, spring';

export const samplePlaybackEvent = {
  id: ids.playbackEvent,
  playbackId: ids.playback,
  name: sampleEventName,
  ...sampleSchedule,
  localStartDate: '2026-03-23T01:00:00',
  localEndDate: '2026-05-31T23:59:59',
  frequency: 'recurring',
  nextStartDate: sampleSessionStart,
  createdAt: '2026-03-18T09:20:31.402Z',
} as const;

export const samplePlaybackEventSession = {
  id: ids.playbackSession,
  playbackId: ids.playback,
  playbackEventId: ids.playbackEvent,
  chatApplicationId: chatIds.app,
  chatChannelId: '48377',
  type: 'webinar',
  state: 'finished',
  startDate: sampleSessionStart,
  endDate: '2026-03-23T18:56:52.000Z',
  mediaUrl: `${webUrl}/files/${ids.record}/video.mp4?until=1774461600000&signature=d2Vz`,
  frequency: 'recurring',
  recurrence: sampleSchedule.recurrence,
  timezone: sampleSchedule.timezone,
  uniqueParticipantsCount: 41,
  isReportExpired: false,
} as const;
