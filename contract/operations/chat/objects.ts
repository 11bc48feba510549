import { Type } from 'typebox';
import { ChatId, Id, Nullable, OneOf, Timestamp } from '../../shared.ts';

/** As sent: some clients send ids as numbers. */
export const ChatIdIn = Type.Union(
  [
    Type.String({ pattern: '^[1-9][0-9]{0,17}$' }),
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  ],
  { description: 'An id of the chat: decimal digits, as text or as a number.' },
);

export const ChatUser = Type.Object({
  id: ChatId,
  role: OneOf('user', 'moderator'),
  username: Type.String(),
  displayName: Type.String(),
  avatarUrl: Nullable(Type.String()),
  lang: Nullable(Type.String()),
  participantId: Nullable(
    Type.Union([Id, Type.Null()], { description: 'Their participant at the last entry into a room.' }),
  ),
});

export const Reaction = Type.Object({
  emoji: Type.String(),
  count: Type.Integer({ minimum: 1 }),
  userIds: Type.Array(ChatId, { description: 'At most 20 of those who reacted with it.' }),
});

export const Message = Type.Object({
  id: ChatId,
  text: Type.String(),
  type: OneOf('user', 'system'),
  userId: Nullable(ChatId),
  createdAt: Timestamp,
  meta: Nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For a system message: {event, data}. For one that the session of a webinar posted by itself, without userId: {original: true, author} from the recorded call, {organizer: true, author} from the timeline.',
      },
    ),
  ),
  seq: Type.Integer({ minimum: 1, description: 'The number of the change that created the message.' }),
  replyTo: Type.Optional(ChatId),
  reactions: Type.Optional(Type.Array(Reaction)),
  editedAt: Type.Optional(Timestamp),
  clientMessageId: Type.Optional(Type.String()),
});

export const PollOption = Type.Object({
  id: ChatId,
  option: Type.String(),
  valid: Type.Optional(
    Type.Boolean({ description: 'Shown to moderators, and to everybody once the poll has stopped.' }),
  ),
  votesCount: Type.Integer({
    minimum: 0,
    description: 'How many chose it. 0 for others than moderators while the poll runs with hidden results.',
  }),
  isVoted: Type.Optional(Type.Boolean()),
});

/** A person in an answer to an open question. */
const Answerer = Type.Object({ id: ChatId, username: Type.String(), displayName: Type.String() });

export const PollAnswer = Type.Object({ id: ChatId, answer: Type.String(), user: Answerer });

export const Poll = Type.Object({
  id: ChatId,
  channelId: ChatId,
  question: Type.String(),
  isVoted: Type.Boolean(),
  withAnswer: Type.Boolean({ description: 'Whether some of the options are correct.' }),
  isOpenEnded: Type.Boolean({ description: 'Whether answers are text instead of options.' }),
  isSingleChoice: Type.Boolean({ description: 'Whether a vote names only one option.' }),
  areResultsHidden: Type.Boolean({
    description:
      'Whether only moderators see results while the poll runs: for others votesCount is 0 and answers is empty.',
  }),
  position: Type.Integer({
    minimum: 0,
    description: 'The position among the polls of the channel that have not started, the first is 1.',
  }),
  status: OneOf('new', 'in_progress', 'done'),
  options: Type.Array(PollOption),
  votes: Type.Integer({ minimum: 0, description: 'How many people voted.' }),
  answers: Type.Optional(
    Type.Array(PollAnswer, { description: 'The newest 200 answers to an open question.' }),
  ),
  templateId: Nullable(Type.String()),
  createdAt: Timestamp,
  stoppedAt: Nullable(Timestamp),
});

export const ChannelSettings = Type.Object({
  isChatAllowed: Type.Boolean({ description: 'Whether people other than moderators may write.' }),
  slowModeSeconds: Type.Integer({
    minimum: 0,
    description: 'Seconds between two messages of one person; 0: no slow mode.',
  }),
  linksAllowed: Type.Boolean(),
});

export const Channel = Type.Object({
  id: ChatId,
  name: Type.String(),
  externalId: Nullable(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The id of its room; null for a direct channel.',
    }),
  ),
  type: OneOf('public', 'private', 'direct', 'blank'),
  users: Type.Array(ChatUser, {
    description: 'For a direct channel its two people; for others the authors of these messages.',
  }),
  messages: Type.Array(Message, { description: 'The latest page, oldest first.' }),
  polls: Type.Array(Poll, { description: 'The polls in progress.' }),
  seq: Type.Integer({ minimum: 0, description: 'The number of the last change in this response.' }),
  role: OneOf('user', 'moderator'),
  isJoined: Type.Boolean(),
  settings: ChannelSettings,
  mutedUntil: Nullable(
    Type.Union([Timestamp, Type.Null()], {
      description: 'Until when the caller is muted; far in the future: until further notice.',
    }),
  ),
});

export const Pin = Type.Object({ id: ChatId, channelId: ChatId, messageId: ChatId, message: Message });

/** One change of a channel, as the socket publishes it. */
export const Change = Type.Object({
  event: Type.String(),
  payload: Type.Object({}, { additionalProperties: true }),
  seq: Type.Integer({ minimum: 1 }),
});

/** The item of a page. An array of alternatives, since alternatives between arrays break generated Java clients. */
export const MessageOrChange = Type.Union([Message, Change]);

export const ApplicationSettings = Type.Object({
  createChannelAllowed: Type.Boolean(),
  accessUnregisteredUsers: Type.Boolean(),
  accessChatGuest: Type.Boolean({ description: 'Whether anybody may sign up without a password.' }),
  accessRegister: Type.Boolean({ description: 'Whether anybody may sign up with a password.' }),
  displayDirect: Type.Boolean({ description: 'Whether direct messages are possible.' }),
  displayUserList: Type.Boolean(),
  displayChannelList: Type.Boolean(),
  displaySystemMessages: Type.Boolean({ description: 'Whether the conversation shows who joined.' }),
  displayHeader: Type.Boolean(),
  displayFooter: Type.Boolean(),
  socketUrl: Type.String(),
});

export const ChatToken = Type.Object({ access_token: Type.String() });
