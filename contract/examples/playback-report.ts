import type { Answer } from '../routes.ts';
import { externalMeeting, externalUser, ids, student } from './ids.ts';

const startDate = '2026-03-23T18:00:00.000Z';
const endDate = '2026-03-23T18:56:52.000Z';
const offerId = '69ba6c10b3f7d24e8a915c11';

/** Amelia came 12 s late, reloaded the page, and left before the end; later she saw the rest in the replay. */
const PlaybackReport = {
  version: 1,
  revision: 1,
  generatedAt: '2026-03-24T08:12:40.118Z',
  isFinal: true,
  session: {
    id: ids.playbackSession,
    playbackEventId: ids.playbackEvent,
    playbackId: ids.playback,
    playbackName: 'Exam preparation',
    type: 'webinar',
    isPermanent: false,
    startDate,
    endDate,
    duration: 3412,
    videoDuration: 3412,
  },
  rule: { minShare: 0.85, minSeconds: 0 },
  totals: {
    people: 1,
    watchers: 1,
    replayWatchers: 1,
    present: 1,
    visits: 2,
    mostPeople: 1,
    onlineDuration: 3085,
    watchedDuration: 3085,
    curve: [
      { second: 12, people: 1 },
      { second: 1278, people: 0 },
      { second: 1281, people: 1 },
      { second: 3100, people: 0 },
    ],
    replayCurve: [
      { second: 3060, people: 1 },
      { second: 3412, people: 0 },
    ],
    leaving: [{ second: 3100, people: 1 }],
    offers: [
      {
        ...{ id: offerId, title: 'The full course', url: 'https://school.example.org/full-course' },
        ...{ at: 2700, until: 3000, shown: 1, clicked: 1, clicks: 2 },
      },
    ],
    absent: [{ name: 'Oliver Grant', externalUserId: 'student-1043' }],
  },
  participants: [
    {
      participantId: ids.student,
      name: student.name,
      role: 'user',
      externalUserId: externalUser,
      externalMeetingId: externalMeeting,
      userId: null,
      email: student.email,
      phone: student.phone,
      fields: { 'Your class': '7B' },
      isErased: false,
      firstEntryAt: '2026-03-23T18:00:11.740Z',
      lastExitAt: '2026-03-23T18:51:40.210Z',
      visits: 2,
      onlineDuration: 3085,
      onlineDurationWithActiveTab: 2944,
      chatMessagesCount: 3,
      pollAnswersCount: 1,
      polls: [{ question: 'Which equation has two solutions?', answer: 'x² = 4' }],
      deviceType: 'desktop',
      platform: 'Windows',
      platformVersion: '11',
      browser: 'Chrome',
      browserVersion: '148',
      referer: 'https://school.example.org/algebra',
      utmSource: null,
      utmMedium: null,
      utmCampaign: null,
      utmContent: null,
      utmTerm: null,
      ip: '192.0.2.44',
      share: 0.9042321,
      isPresent: true,
      presenceReason: 'Online for 51 min 25 s of 56 min 52 s (90.42 %): at least 85 %.',
      isLive: true,
      watched: [
        { from: 12, to: 1278 },
        { from: 1281, to: 3100 },
      ],
      watchedDuration: 3085,
      watchedShare: 0.9042321,
      replay: {
        visits: 1,
        firstEntryAt: '2026-03-24T07:58:02.533Z',
        lastExitAt: '2026-03-24T08:03:57.020Z',
        watched: [{ from: 3060, to: 3412 }],
        watchedDuration: 352,
        watchedShare: 0.1031653,
      },
      offers: [
        {
          id: offerId,
          title: 'The full course',
          clicks: 2,
          firstClickedAt: '2026-03-23T18:46:02.877Z',
        },
      ],
      intervals: {
        online: [
          { startedAt: '2026-03-23T18:00:12.010Z', endedAt: '2026-03-23T18:21:18.330Z' },
          { startedAt: '2026-03-23T18:21:21.120Z', endedAt: '2026-03-23T18:51:40.210Z' },
        ],
        tab: [{ startedAt: '2026-03-23T18:00:12.010Z', endedAt: '2026-03-23T18:49:16.880Z' }],
      },
    },
  ],
} satisfies Answer<'getPlaybackSessionAnalyticsReport'>;

/** The report of a session of an automatic webinar. */
export const playbackReportModels = { PlaybackReport };
