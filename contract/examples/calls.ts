import { customField, ids, student } from './ids.ts';

export const sampleParticipant = {
  id: ids.student,
  roomId: ids.room,
  name: student.name,
  role: 'user',
  status: 'admitted',
  waitsFor: null,
  opensAt: null,
  answers: [],
  isSpeakingAllowed: true,
  isPresent: true,
  createdAt: '2026-03-17T14:00:28.316Z',
} as const;

export const sampleCall = {
  id: ids.call,
  active: true,
  roomId: ids.room,
  participantsCount: 12,
  totalParticipantsCount: 15,
  uniqueParticipantsCount: 13,
  isBreakoutRoom: false,
  planAlias: 'business',
  roomType: 'lesson',
  startedAt: '2026-03-17T14:00:00.284Z',
  finishedAt: null,
} as const;

export const sampleFinishedCall = {
  ...sampleCall,
  active: false,
  finishedAt: '2026-03-17T14:46:12.905Z',
} as const;
export const sampleAbsentParticipant = {
  ...sampleParticipant,
  isSpeakingAllowed: false,
  isPresent: false,
} as const;

export const sampleHand = {
  participantId: ids.student,
  name: student.name,
  raisedAt: '2026-03-17T14:21:37.442Z',
} as const;

export const sampleCreateParticipantRequest = {
  roomId: ids.room,
  clientUniqueId: 'tab-5f0c7a1e',
  name: student.name,
  fields: { email: student.email, [customField]: '7B' },
  referral: {
    referer: 'https://lms.example.org/course/7',
    utmSource: 'newsletter',
    utmMedium: 'email',
    utmCampaign: 'spring',
    utmContent: 'button',
    utmTerm: 'algebra',
  },
} as const;

export const sampleReportPageErrorRequest = {
  part: 'stage',
  kind: 'render',
  name: 'TypeError',
  frames: ['room-D4kQx91z.js:118:2042', 'index-B7mTc20a.js:9:51377'],
  browser: 'firefox',
  browserVersion: 148,
} as const;
