import { sampleFinishedCall } from './calls.ts';
import { chatIds, externalMeeting, externalUser, ids, student } from './ids.ts';

const lesson = { startedAt: '2026-03-17T14:00:00.284Z', finishedAt: '2026-03-17T14:46:12.905Z' } as const;
const online = [
  { startedAt: '2026-03-17T14:00:31.870Z', endedAt: '2026-03-17T14:21:50.112Z' },
  { startedAt: '2026-03-17T14:22:08.640Z', endedAt: lesson.finishedAt },
] as const;

export const sampleAuthor = {
  chatUserId: chatIds.student,
  participantId: ids.student,
  name: student.name,
  externalUserId: externalUser,
} as const;

export const sampleAnalyticsCall = {
  ...sampleFinishedCall,
  roomName: 'Algebra, group 7B',
  isReportExpired: false,
} as const;

export const sampleCallPerson = {
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
} as const;

const { intervals: _, ...personSoFar } = sampleCallPerson;
const sampleActiveCallPerson = {
  ...personSoFar,
  lastExitAt: null,
  onlineDuration: 1503,
  isOnline: true,
} as const;

export const sampleAttendanceReport = {
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
      ...sampleCallPerson,
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
        online: online,
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
} as const;

export const samplePollsWithAnswers = {
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
      answers: [
        { ...sampleAuthor, answer: 'x² = 4', answeredAt: '2026-03-17T14:26:11.930Z', isCorrect: true },
      ],
    },
  ],
} as const;

export const sampleListActiveCallPeopleResponse = {
  callId: ids.call,
  startedAt: lesson.startedAt,
  generatedAt: '2026-03-17T14:25:53.377Z',
  items: [sampleActiveCallPerson],
  total: 1,
  onlineCount: 1,
  absent: [{ name: 'Oliver Grant', externalUserId: 'student-1043' }],
  absentCount: 1,
} as const;

export const sampleGetAnalyticsCallTimelineResponse = {
  items: [
    { at: '2026-03-17T14:00:31.870Z', people: 1 },
    { at: '2026-03-17T14:21:50.112Z', people: 0 },
    { at: '2026-03-17T14:22:08.640Z', people: 1 },
    { at: lesson.finishedAt, people: 0 },
  ],
} as const;

export const sampleGetAnalyticsSummaryResponse = {
  calls: [sampleAnalyticsCall],
  total: 1,
  people: [
    {
      name: student.name,
      externalUserId: externalUser,
      isErased: false,
      calls: { [ids.call]: { onlineDuration: 2722, share: 0.9820184, isPresent: true } },
    },
  ],
} as const;
