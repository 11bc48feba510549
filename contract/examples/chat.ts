import type { Answer, Body } from '../routes.ts';
import { chatIds, externalUser, ids, listOf, student, teacher } from './ids.ts';

const ChatUser = {
  id: chatIds.student,
  role: 'user',
  username: 'amelia.clarke',
  displayName: student.name,
  avatarUrl: null,
  lang: 'en',
  participantId: ids.student,
} satisfies Answer<'updateProfile'>;

const chatTeacher = {
  ...ChatUser,
  id: chatIds.teacher,
  role: 'moderator',
  username: 'daniel.hughes',
  displayName: teacher.username,
  participantId: ids.teacherParticipant,
} satisfies Answer<'updateProfile'>;

const Message = {
  id: chatIds.question,
  text: 'Could you explain the second step again, please?',
  type: 'user',
  userId: ChatUser.id,
  createdAt: '2026-03-17T14:12:40.083Z',
  meta: null,
  seq: 41,
  reactions: [{ emoji: '👍', count: 1, userIds: [chatTeacher.id] }],
  clientMessageId: 'a7c1e5f0-22',
} satisfies Answer<'sendMessage'>;

const answer = {
  id: chatIds.answer,
  text: 'Of course. First subtract 3x from both sides.',
  type: 'user',
  userId: chatTeacher.id,
  createdAt: '2026-03-17T14:13:05.517Z',
  meta: null,
  seq: 43,
  replyTo: Message.id,
} as const;

const Poll = {
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
} satisfies Answer<'getPoll'>;

const pollContent = {
  question: Poll.question,
  withAnswer: true,
  isSingleChoice: true,
  areResultsHidden: true,
  options: Poll.options.map(({ option, valid }) => ({ option, valid })),
};

const unanswered = Poll.options.map((option) => ({ ...option, votesCount: 0 }));
const prepared = { ...Poll, status: 'new', options: unanswered, votes: 0 } as const;
const voted = Poll.options.map((option) =>
  option.id === '15362' ? { ...option, votesCount: 8, isVoted: true } : option,
);

const ChannelSettings = {
  isChatAllowed: true,
  slowModeSeconds: 10,
  linksAllowed: false,
} satisfies Answer<'updateChannelSettings'>;

const Channel = {
  id: chatIds.channel,
  name: 'Algebra, group 7B',
  externalId: ids.room,
  type: 'private',
  users: [ChatUser, chatTeacher],
  messages: [Message, answer],
  polls: [Poll],
  seq: 52,
  role: 'user',
  isJoined: true,
  settings: ChannelSettings,
  mutedUntil: null,
} satisfies Answer<'joinChannel'>;

const direct = {
  ...Channel,
  id: '48377',
  name: teacher.username,
  externalId: null,
  type: 'direct',
  messages: [],
  polls: [],
  seq: 0,
} satisfies Answer<'createDirect'>;

const settings = {
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
};

const ApplicationSettings = {
  ...settings,
  socketUrl: 'wss://meet.example.org/connection/websocket',
} satisfies Answer<'getChatApplicationSettings'>;

const Pin = { id: chatIds.pin, channelId: Channel.id, messageId: Message.id, message: Message };

/** Channels, messages, polls and chat users. */
export const chatModels = {
  ApplicationSettings,
  UpdateChatSettingsRequest: settings,
  Channel,
  ChannelRequest: { id: Channel.id },
  ChannelSettings,
  UpdateChannelSettingsRequest: ChannelSettings,
  ChatToken: { access_token: 'lch_K2vYq7XnTz9RkWc4BmLp3SdHf8GuEa6o' },
  ChatUser,
  CreateChatM2mTokenResponse: { appId: chatIds.app, token: 'lam_R5wXn2TqVk8YzLc7BmPd4SgHf9JuEa3o' },
  CreateChatUserRequest: {
    externalId: externalUser,
    username: ChatUser.username,
    displayName: ChatUser.displayName,
    role: ChatUser.role,
  },
  CreateDirectRequest: { userId: chatTeacher.id },
  CreatePollRequest: { channelId: Channel.id, ...pollContent } satisfies Body<'createPoll'>,
  CreateRoomPollRequest: pollContent satisfies Body<'createRoomPoll'>,
  UpdateRoomPollRequest: { areResultsHidden: false, position: 1 } satisfies Body<'updateRoomPoll'>,
  EditMessageRequest: { text: Message.text },
  FetchChatUsersRequest: { ids: [ChatUser.id], participantIds: [ids.teacherParticipant] },
  GetInitialResponse: {
    channels: [Channel],
    publics: [{ id: '48102', name: 'Announcements' }],
    user: ChatUser,
    users: [ChatUser, chatTeacher],
    settings: ApplicationSettings,
  } satisfies Answer<'getInitial'>,
  GetSocketTokenResponse: {
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI5MDUzMyJ9.Vq8mTz2kR5xLw7YcNb4SpHd9GjFa1UeA',
  },
  LogInRequest: { app_id: chatIds.app, username: ChatUser.username, password: 'blue-paper-kite' },
  Message,
  MuteChatUserRequest: { userId: ChatUser.id, seconds: 300 },
  Pin,
  PinMessageRequest: { channelId: Channel.id, messageId: Message.id },
  Poll,
  PollList: listOf(Poll),
  AddReactionRequest: { emoji: '👍' },
  SendMessageRequest: {
    channelId: Channel.id,
    text: Message.text,
    clientMessageId: Message.clientMessageId,
  },
  SignUpRequest: { app_id: chatIds.app, username: ChatUser.username, password: 'blue-paper-kite' },
  UpdateProfileRequest: { displayName: ChatUser.displayName },
  VotePollRequest: { poll_id: Poll.id, ids: ['15362'] },
};

/** Responses without a model of their own, or that differ from its example. */
export const chatAnswers = {
  createDirect: direct,
  createPoll: prepared,
  createRoomPoll: prepared,
  editMessage: { ...Message, seq: 42, editedAt: '2026-03-17T14:12:58.390Z' },
  fetchChatUsers: [ChatUser, chatTeacher],
  listDirects: [direct],
  listMessages: [Message, answer],
  listPinnedMessages: [Pin],
  listPolls: [Poll],
  listViewingPolls: [Poll],
  removeReaction: { ...Message, reactions: [] },
  startPoll: { ...Poll, options: unanswered, votes: 0 },
  stopPoll: { ...Poll, status: 'done', stoppedAt: '2026-03-17T14:27:03.064Z' },
  updateRoomPoll: { ...prepared, areResultsHidden: false },
  votePoll: voted,
} satisfies { [K in ChatAnswers]: Answer<K> };

type ChatAnswers =
  | 'createDirect'
  | 'createPoll'
  | 'createRoomPoll'
  | 'editMessage'
  | 'fetchChatUsers'
  | 'listDirects'
  | 'listMessages'
  | 'listPinnedMessages'
  | 'listPolls'
  | 'listViewingPolls'
  | 'removeReaction'
  | 'startPoll'
  | 'stopPoll'
  | 'updateRoomPoll'
  | 'votePoll';

export const chatParameters = {
  appId: chatIds.app,
  channelId: chatIds.channel,
  messageId: chatIds.question,
  pinId: chatIds.pin,
  pollId: chatIds.poll,
  emoji: '👍',
  before: chatIds.answer,
  until: chatIds.question,
  after: chatIds.question,
};
