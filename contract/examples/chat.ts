import { chatIds, ids, student, teacher } from './ids.ts';

export const sampleChatUser = {
  id: chatIds.student,
  role: 'user',
  username: 'amelia.clarke',
  displayName: student.name,
  avatarUrl: null,
  lang: 'en',
  participantId: ids.student,
} as const;

export const sampleChatTeacher = {
  ...sampleChatUser,
  id: chatIds.teacher,
  role: 'moderator',
  username: 'daniel.hughes',
  displayName: teacher.username,
  participantId: ids.teacherParticipant,
} as const;

export const sampleMessage = {
  id: chatIds.question,
  text: 'Could you explain the second step again, please?',
  type: 'user',
  userId: sampleChatUser.id,
  createdAt: '2026-03-17T14:12:40.083Z',
  meta: null,
  seq: 41,
  reactions: [{ emoji: '👍', count: 1, userIds: [sampleChatTeacher.id] }],
  clientMessageId: 'a7c1e5f0-22',
} as const;

export const sampleReply = {
  id: chatIds.answer,
  text: 'Of course. First subtract 3x from both sides.',
  type: 'user',
  userId: sampleChatTeacher.id,
  createdAt: '2026-03-17T14:13:05.517Z',
  meta: null,
  seq: 43,
  replyTo: sampleMessage.id,
} as const;

export const samplePoll = {
  id: chatIds.poll,
  channelId: chatIds.channel,
  question: 'How many roots does x² − 4x + 4 = 0 have?',
  isVoted: false,
  withAnswer: true,
  isOpenEnded: false,
  isSingleChoice: true,
  areResultsHidden: true,
  position: 1,
  status: 'in_progress',
  options: [
    { id: '15361', option: 'None', valid: false, votesCount: 1, isVoted: false },
    { id: '15362', option: 'One', valid: true, votesCount: 7, isVoted: false },
    { id: '15363', option: 'Two', valid: false, votesCount: 3, isVoted: false },
  ],
  votes: 11,
  templateId: null,
  createdAt: '2026-03-17T14:24:16.731Z',
  stoppedAt: null,
} as const;

export const samplePollContent = {
  question: samplePoll.question,
  withAnswer: true,
  isSingleChoice: true,
  areResultsHidden: true,
  options: samplePoll.options.map(({ option, valid }) => ({ option, valid })),
} as const;

export const sampleUnansweredOptions = samplePoll.options.map((option) => ({ ...option, votesCount: 0 }));
export const samplePreparedPoll = {
  ...samplePoll,
  status: 'new',
  options: sampleUnansweredOptions,
  votes: 0,
} as const;
export const sampleVotedOptions = samplePoll.options.map((option) =>
  option.id === '15362' ? { ...option, votesCount: 8, isVoted: true } : option,
);

export const sampleChannelSettings = {
  isChatAllowed: true,
  slowModeSeconds: 10,
  linksAllowed: false,
} as const;

export const sampleChannel = {
  id: chatIds.channel,
  name: 'Algebra, group 7B',
  externalId: ids.room,
  type: 'private',
  users: [sampleChatUser, sampleChatTeacher],
  messages: [sampleMessage, sampleReply],
  polls: [samplePoll],
  seq: 52,
  role: 'user',
  isJoined: true,
  settings: sampleChannelSettings,
  mutedUntil: null,
} as const;

export const sampleDirect = {
  ...sampleChannel,
  id: '48377',
  name: teacher.username,
  externalId: null,
  type: 'direct',
  messages: [],
  polls: [],
  seq: 0,
} as const;

export const sampleChatSettings = {
  createChannelAllowed: false,
  accessUnregisteredUsers: false,
  accessChatGuest: false,
  accessRegister: false,
  displayDirect: true,
  displayUserList: true,
  displayChannelList: true,
  displaySystemMessages: true,
  displayHeader: true,
  displayFooter: true,
} as const;

export const sampleApplicationSettings = {
  ...sampleChatSettings,
  socketUrl: 'wss://meet.example.org/connection/websocket',
} as const;

export const samplePin = {
  id: chatIds.pin,
  channelId: sampleChannel.id,
  messageId: sampleMessage.id,
  message: sampleMessage,
} as const;
