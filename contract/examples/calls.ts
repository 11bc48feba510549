import type { Answer, Body } from '../routes.ts';
import { customField, ids, listOf, student } from './ids.ts';

const Participant = {
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
} satisfies Answer<'getParticipant'>;

const Call = {
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
} satisfies Answer<'getActiveCall'>;

export const finishedCall = { ...Call, active: false, finishedAt: '2026-03-17T14:46:12.905Z' };
const absent = { ...Participant, isSpeakingAllowed: false, isPresent: false };

const Hand = { participantId: ids.student, name: student.name, raisedAt: '2026-03-17T14:21:37.442Z' };

/** Participants, calls, and what happens in them. */
export const callModels = {
  Participant,
  ParticipantList: listOf(Participant),
  CreateParticipantRequest: {
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
  } satisfies Body<'createParticipant'>,
  CreateParticipantResponse: {
    ...Participant,
    isPresent: false,
    spaceId: ids.space,
    access_token: 'lps_T4mXq9VzRk7WyLc3BnPd2SgHf8JuEa5o',
    expires_in: 86_400,
  } satisfies Answer<'createParticipant'>,
  IssueSignalingTokenResponse: {
    signalingToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2OWI5NWY5YyJ9.mJx0Zk4rT2vQp8wYb6LsNc1HdGf3AuEe',
    url: 'wss://meet.example.org/livekit',
    entryId: '69b95f9c2d41e8a07f3c6b12',
  },
  ReportActivityRequest: {
    entryId: '69b95f9c2d41e8a07f3c6b12',
    number: 3,
    isTabVisible: true,
    isSpeaking: false,
  },
  JoinRoomRequest: { participantId: Participant.id },
  UpdateParticipantRequest: { name: student.name, role: 'moderator' } satisfies Body<'updateParticipant'>,
  MuteParticipantRequest: { source: 'microphone' },
  Call,
  Hand,
  HandList: listOf(Hand),
  SendStageReactionRequest: { emoji: '👏' },
  ReportPageErrorRequest: {
    part: 'stage',
    kind: 'render',
    name: 'TypeError',
    frames: ['room-D4kQx91z.js:118:2042', 'index-B7mTc20a.js:9:51377'],
    browser: 'firefox',
    browserVersion: 148,
  } satisfies Body<'reportPageError'>,
  StartDiagnosticsResponse: {
    signalingToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2OWI5NWY5YyJ9.mJx0Zk4rT2vQp8wYb6LsNc1HdGf3AuEe',
    url: 'wss://meet.example.org',
    socketUrl: 'wss://meet.example.org/connection/websocket',
    endsAt: '2026-10-05T08:01:30.000Z',
  } satisfies Answer<'startDiagnostics'>,
};

/** Responses that differ from the example of their model, to show what the operation did. */
export const callAnswers = {
  finishActiveCall: { ...finishedCall, participantsCount: Call.participantsCount },
  refuseParticipant: { ...absent, status: 'refused' },
  removeParticipant: { ...absent, status: 'removed' },
  stopSpeaking: { ...Participant, isSpeakingAllowed: false },
  updateParticipant: { ...Participant, role: 'moderator' },
} satisfies {
  finishActiveCall: Answer<'finishActiveCall'>;
  refuseParticipant: Answer<'refuseParticipant'>;
  removeParticipant: Answer<'removeParticipant'>;
  stopSpeaking: Answer<'stopSpeaking'>;
  updateParticipant: Answer<'updateParticipant'>;
};

export const callParameters = {
  participantId: ids.student,
  callId: ids.call,
  date: '2026-03-17T00:00:00.000Z',
};
