import type { Answer } from '../routes.ts';
import { finishedCall } from './calls.ts';
import { chatIds, externalMeeting, externalUser, ids, listOf, student } from './ids.ts';

const lesson = { startedAt: '2026-03-17T14:00:00.284Z', finishedAt: '2026-03-17T14:46:12.905Z' } as const;
const online = [
  { startedAt: '2026-03-17T14:00:31.870Z', endedAt: '2026-03-17T14:21:50.112Z' },
  { startedAt: '2026-03-17T14:22:08.640Z', endedAt: lesson.finishedAt },
];

const author = {
  chatUserId: chatIds.student,
  participantId: ids.student,
  name: student.name,
  externalUserId: externalUser,
};

const AnalyticsCall = {
  ...finishedCall,
  roomName: 'Algebra, group 7B',
  isReportExpired: false,
} satisfies Answer<'getAnalyticsCall'>;

const CallPerson = {
  participantId: ids.student,
  name: student.name,
  role: 'user',
  externalUserId: externalUser,
  userId: null,
  isErased: false,
  firstEntryAt: '2026-03-17T14:00:31.870Z',
  lastExitAt: lesson.finishedAt,
  visits: 2,
  onlineDuration: 2722,
  intervals: online,
} satisfies Answer<'listAnalyticsCallParticipants'>['items'][number];

const { intervals: _, ...personSoFar } = CallPerson;
const ActiveCallPerson = {
  ...personSoFar,
  lastExitAt: null,
  onlineDuration: 1503,
  isOnline: true,
} satisfies Answer<'listActiveCallPeople'>['items'][number];

const AttendanceReport = {
  version: 1,
  revision: 1,
  generatedAt: '2026-03-17T14:47:03.551Z',
  isFinal: true,
  call: {
    id: ids.call,
    roomId: ids.room,
    roomName: 'Algebra, group 7B',
    roomType: 'lesson',
    ...lesson,
    duration: 2772,
  },
  rule: { minShare: 0.85, minSeconds: 0 },
  totals: {
    people: 1,
    present: 1,
    visits: 2,
    mostPeople: 1,
    onlineDuration: 2722,
    absent: [{ name: 'Oliver Grant', externalUserId: 'student-1043' }],
  },
  participants: [
    {
      ...CallPerson,
      externalMeetingId: externalMeeting,
      email: student.email,
      phone: student.phone,
      fields: { 'Your class': '7B' },
      onlineDurationWithActiveTab: 2580,
      activeMicrophoneDuration: 214,
      activeCameraDuration: 1278,
      screenSharingDuration: 0,
      speakingDuration: 96,
      chatMessagesCount: 3,
      reactionsCount: 5,
      handRaisesCount: 1,
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
      share: 0.9820184,
      isPresent: true,
      presenceReason: 'Online for 45 min 22 s of 46 min 12 s (98.2 %): at least 85 %.',
      intervals: {
        online,
        tab: [
          { startedAt: '2026-03-17T14:00:31.870Z', endedAt: '2026-03-17T14:21:50.112Z' },
          { startedAt: '2026-03-17T14:22:08.640Z', endedAt: '2026-03-17T14:43:50.490Z' },
        ],
        microphone: [{ startedAt: '2026-03-17T14:10:02.113Z', endedAt: '2026-03-17T14:13:36.870Z' }],
        camera: [{ startedAt: '2026-03-17T14:00:31.990Z', endedAt: '2026-03-17T14:21:50.112Z' }],
        screen: [],
        speaking: [{ startedAt: '2026-03-17T14:10:05.400Z', endedAt: '2026-03-17T14:11:41.960Z' }],
      },
    },
  ],
} satisfies Answer<'getRoomAnalyticsReport'>;

const PollsWithAnswers = {
  items: [
    {
      id: chatIds.poll,
      question: 'Which equation has two solutions?',
      createdAt: '2026-03-17T14:24:16.731Z',
      startedAt: '2026-03-17T14:25:40.112Z',
      finishedAt: '2026-03-17T14:27:03.064Z',
      options: [
        { text: 'x² = 4', votes: 1 },
        { text: 'x² = 0', votes: 0 },
      ],
      answers: [{ ...author, answer: 'x² = 4', answeredAt: '2026-03-17T14:26:11.930Z', isCorrect: true }],
    },
  ],
} satisfies Answer<'listAnalyticsCallPolls'>;

/** Past calls and who attended them. */
export const analyticsModels = {
  AnalyticsCall,
  AnalyticsCallList: listOf(AnalyticsCall),
  CallPersonList: listOf(CallPerson),
  ListActiveCallPeopleResponse: {
    callId: ids.call,
    startedAt: lesson.startedAt,
    generatedAt: '2026-03-17T14:25:53.377Z',
    items: [ActiveCallPerson],
    total: 1,
    onlineCount: 1,
    absent: [{ name: 'Oliver Grant', externalUserId: 'student-1043' }],
    absentCount: 1,
  } satisfies Answer<'listActiveCallPeople'>,
  GetAnalyticsCallTimelineResponse: {
    items: [
      { at: '2026-03-17T14:00:31.870Z', people: 1 },
      { at: '2026-03-17T14:21:50.112Z', people: 0 },
      { at: '2026-03-17T14:22:08.640Z', people: 1 },
      { at: lesson.finishedAt, people: 0 },
    ],
  } satisfies Answer<'getAnalyticsCallTimeline'>,
  CallMessageList: {
    items: [
      { id: chatIds.answer, ...author, sentAt: '2026-03-17T14:12:31.204Z', text: 'x = 2', isDeleted: false },
      { id: chatIds.question, ...author, sentAt: '2026-03-17T14:11:50.018Z', text: '', isDeleted: true },
    ],
    total: 2,
  } satisfies Answer<'listAnalyticsCallMessages'>,
  ListAnalyticsCallPollsResponse: PollsWithAnswers,
  ListChannelPollsResponse: PollsWithAnswers,
  ListRoomPollAnswersResponse: PollsWithAnswers,
  GetAnalyticsSummaryResponse: {
    calls: [AnalyticsCall],
    total: 1,
    people: [
      {
        name: student.name,
        externalUserId: externalUser,
        isErased: false,
        calls: { [ids.call]: { onlineDuration: 2722, share: 0.9820184, isPresent: true } },
      },
    ],
  } satisfies Answer<'getAnalyticsSummary'>,
  AttendanceReport,
};

export const analyticsParameters = {
  timezone: 'Europe/Berlin',
  'getAnalyticsSummary.dateFrom': '2026-03-01T00:00:00.000Z',
  'getAnalyticsSummary.dateTo': '2026-04-01T00:00:00.000Z',
  'analyticsCalls.dateFrom': '2026-03-01T00:00:00.000Z',
  'analyticsCalls.dateTo': '2026-04-01T00:00:00.000Z',
};
