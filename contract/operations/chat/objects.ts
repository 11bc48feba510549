import { Type } from 'typebox';
import { chatIds, ids, roomName, student, teacher } from '../../examples/ids.ts';
import { About, Model, named, Sample, sampleOf, written } from '../../model.ts';
import {
  ChannelId,
  ChatId,
  Count,
  CreatedAt,
  Flag,
  Id,
  Nullable,
  OneOf,
  OwnChatId,
  StoredUsername,
  Text,
  TextOrNull,
  Timestamp,
  Whole,
} from '../../shared.ts';

const sentId = '^[1-9][0-9]{0,17}$';

/** As sent: some clients send ids as numbers. */
export const ChatIdIn = named(
  'ChatIdInput',
  Type.Union(
    [Type.String({ pattern: sentId }), Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })],
    written('An id of the chat: decimal digits, as text or as a number.'),
  ),
);

export const ChatIdInQuery = (description: string) => Type.String({ pattern: sentId, description });

export const ChatUser = Model('ChatUser', {
  id: About(ChatId, 'The chat user, as userId in the chat.', chatIds.student),
  role: About(OneOf('user', 'moderator'), 'moderator: moderates the chat.', 'user'),
  username: Text('The name of the chat user; a guest may share it with others.', 'amelia.clarke'),
  displayName: Text('The name that others see.', student.name),
  avatarUrl: TextOrNull('The URL of the picture, in our own storage; null: none.', null),
  lang: TextOrNull("The person's language; null: not known.", 'en'),
  participantId: Nullable(
    Type.Union([Id, Type.Null()], { description: 'Their participant at the last entry into a room.' }),
    'Their participant at the last entry into a room; null: none.',
    ids.student,
  ),
});

export const sampleTeacher = {
  ...sampleOf(ChatUser),
  id: chatIds.teacher,
  role: 'moderator',
  username: 'daniel.hughes',
  displayName: teacher.username,
  participantId: ids.teacherParticipant,
} as const;

export const Reaction = Model('Reaction', {
  emoji: Text('The emoji of the reaction.', '👍'),
  count: Type.Integer({ minimum: 1, description: 'How many people reacted with it.', sample: 1 }),
  userIds: Type.Array(ChatId, {
    description: 'At most 20 of those who reacted with it.',
    sample: [chatIds.teacher],
  }),
});

export const Message = Model('Message', {
  id: About(ChatId, 'The message, as messageId elsewhere.', chatIds.question),
  text: Text('The text; empty for a system message.', 'Could you explain the second step again, please?'),
  type: About(
    OneOf('user', 'system'),
    'user: written by a person; system: something happened in the channel.',
    'user',
  ),
  userId: Nullable(ChatId, 'The chat user who wrote it; null for a system message.', chatIds.student),
  createdAt: Sample(CreatedAt, '2026-03-17T14:12:40.083Z'),
  meta: Nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For a system message: {event, data}. For one that the session of a webinar posted by itself, without userId: {original: true, author} from the recorded call, {organizer: true, author} from the timeline. For one that a program sent from outside, without userId: {outside: true, author}.',
      },
    ),
    "For a system message: {event, data}; null for a person's message.",
    null,
  ),
  seq: Type.Integer({
    minimum: 1,
    description: 'The number of the change that created the message.',
    sample: 41,
  }),
  replyTo: Type.Optional(About(ChatId, 'The message to which this one replies; absent if there is none.')),
  reactions: Type.Optional(
    Type.Array(Reaction, { description: 'The reactions to the message; absent if there are none.' }),
  ),
  editedAt: Type.Optional(About(Timestamp, 'When the text was last changed; absent if it never was.')),
  clientMessageId: Type.Optional(
    Text(
      'Chosen by the sender: sending it again returns the same message. Absent if none was sent.',
      'a7c1e5f0-22',
    ),
  ),
});

export const sampleReply = {
  id: chatIds.answer,
  text: 'Of course. First subtract 3x from both sides.',
  type: 'user',
  userId: chatIds.teacher,
  createdAt: '2026-03-17T14:13:05.517Z',
  meta: null,
  seq: 43,
  replyTo: chatIds.question,
} as const;

export const PollOption = Model('PollOption', {
  id: About(ChatId, 'The option, as one of ids in a vote.', '15361'),
  option: Text('The text of the option.', 'None'),
  valid: Type.Optional(Flag('Shown to moderators, and to everybody once the poll has stopped.', false)),
  votesCount: Count(
    'How many chose it. 0 for others than moderators while the poll runs with hidden results.',
    1,
  ),
  isVoted: Type.Optional(Flag('Whether the caller has voted for it.', false)),
});

/** Options with their votes. */
export const sampleOptions = (...votes: [number, number, number]) =>
  (['None', 'One', 'Two'] as const).map((option, at) => ({
    id: String(15361 + at),
    option,
    valid: option === 'One',
    votesCount: Number(votes[at]),
    isVoted: false,
  }));

/** A person in an answer to an open question. */
const Answerer = Type.Object({
  id: OwnChatId,
  username: StoredUsername,
  displayName: Text('The name that others see.'),
});

export const PollAnswer = Model('PollAnswer', {
  id: OwnChatId,
  answer: Text('The answer to an open question, as text.'),
  user: About(Answerer, 'The chat user who gave the answer.'),
});

export const Poll = Model('Poll', {
  id: About(ChatId, 'The poll, as pollId in paths.', chatIds.poll),
  channelId: ChannelId,
  question: Text('The question, 1 to 250 characters.', 'How many roots does x² − 4x + 4 = 0 have?'),
  isVoted: Flag('Whether the caller has voted.', false),
  withAnswer: Flag('Whether some of the options are correct.', true),
  isOpenEnded: Flag('Whether answers are text instead of options.', false),
  isSingleChoice: Flag('Whether a vote names only one option.', true),
  areResultsHidden: Flag(
    'Whether only moderators see results while the poll runs: for others votesCount is 0 and answers is empty.',
    true,
  ),
  position: Count('The position among the polls of the channel that have not started, the first is 1.', 1),
  status: About(
    OneOf('new', 'in_progress', 'done'),
    'new: not started yet; in_progress: open for votes; done: stopped.',
    'in_progress',
  ),
  options: Type.Array(PollOption, {
    description: 'The options in their order, at most 20; none for an open question.',
    sample: sampleOptions(1, 7, 3),
  }),
  votes: Count('How many people voted.', 11),
  moderatorVotes: Count('How many of them were moderators when they voted.', 1),
  answers: Type.Optional(
    Type.Array(PollAnswer, { description: 'The newest 200 answers to an open question.' }),
  ),
  templateId: TextOrNull(
    'Your own id of the template of the poll; null: none. A number is returned as text.',
    null,
  ),
  createdAt: Sample(CreatedAt, '2026-03-17T14:24:16.731Z'),
  stoppedAt: Nullable(Timestamp, 'When the poll was stopped; null: it was not.', null),
});

export const ChannelSettings = Model('ChannelSettings', {
  isChatAllowed: Flag('Whether people other than moderators may write.', true),
  slowModeSeconds: Count('Seconds between two messages of one person; 0: no slow mode.', 10),
  linksAllowed: Flag('Whether people other than moderators may send links.', false),
  isOff: Flag('Whether nobody may write, moderators neither.', false),
  directMessages: About(
    OneOf('everyone', 'moderators', 'nobody'),
    'The people of the room who may write privately.',
    'everyone',
  ),
});

export const MutedUser = Model('MutedUser', {
  userId: About(ChatId, 'The chat user.', chatIds.student),
  mutedUntil: About(
    Timestamp,
    'Until when they may not write. A time far in the future: until further notice.',
    '2026-03-17T14:20:00.000Z',
  ),
});

export const Channel = Model('Channel', {
  id: About(ChatId, 'The chat channel, as channelId elsewhere.', chatIds.channel),
  name: Text('The name of the channel: that of its room, if it has one.', roomName),
  externalId: Nullable(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The id of its room; null for a direct channel.',
    }),
    'The id of its room; null for a direct conversation.',
    ids.room,
  ),
  type: About(
    OneOf('public', 'private', 'direct', 'blank'),
    'public and private: of a room; direct: of two people.',
    'private',
  ),
  users: Type.Array(ChatUser, {
    description: 'For a direct channel its two people; for others the authors of these messages.',
    sample: [sampleOf(ChatUser), sampleTeacher],
  }),
  messages: Type.Array(Message, {
    description: 'The latest page, oldest first.',
    sample: [sampleOf(Message), sampleReply],
  }),
  polls: Type.Array(Poll, { description: 'The polls in progress.' }),
  seq: Count('The number of the last change in this response.', 52),
  role: About(
    OneOf('user', 'moderator'),
    "The caller's role in this channel; a moderator may mute, delete and pin.",
    'user',
  ),
  isJoined: Flag('Whether the caller has joined the channel.', true),
  settings: About(ChannelSettings, 'The settings of the channel.'),
  mutedUntil: Nullable(
    Type.Union([Timestamp, Type.Null()], {
      description: 'Until when the caller is muted; far in the future: until further notice.',
    }),
    'Until when the caller may not write; null: they may. A time far in the future: until further notice.',
    null,
  ),
  mutedUsers: Type.Optional(
    Type.Array(MutedUser, {
      description:
        'Only for a moderator who joins: at most 200 people who may not write now. Absent otherwise.',
    }),
  ),
  callsStartedAt: Type.Optional(
    Type.Array(Timestamp, {
      description:
        'Only for somebody who joins the channel of a room: when its last 100 calls started, oldest first. Absent otherwise.',
      sample: ['2026-03-17T14:02:10.118Z'],
    }),
  ),
  isCallRunning: Type.Optional(
    Flag('With callsStartedAt: whether the last of these calls is running. Absent otherwise.', true),
  ),
});

export const Pin = Model('Pin', {
  id: About(ChatId, 'The pin, as pinId in paths.', chatIds.pin),
  channelId: ChannelId,
  messageId: About(ChatId, 'The message.', chatIds.question),
  message: About(Message, 'The pinned message.'),
});

/** One change of a channel, as the socket publishes it. */
export const Change = Model('Change', {
  event: Text('The name of the event, as on the socket.'),
  payload: Type.Object(
    {},
    { additionalProperties: true, description: 'The data of the event, always with channelId.' },
  ),
  seq: Whole({ minimum: 1 }, 'The number of the change: 1, 2, 3 … in each channel, without gaps.'),
});

/** The item of a page. An array of alternatives, since alternatives between arrays break generated Java clients. */
export const MessageOrChange = named('MessageOrChange', Type.Union([Message, Change]));

export const ApplicationSettings = Model('ApplicationSettings', {
  createChannelAllowed: Flag(
    'Stored and returned for chat clients, which cannot create channels here. Default false.',
    false,
  ),
  accessUnregisteredUsers: Flag('Stored and returned for chat clients. Default false.', false),
  accessChatGuest: Flag('Whether anybody may sign up without a password.', false),
  accessRegister: Flag('Whether anybody may sign up with a password.', false),
  displayDirect: Flag('Whether direct messages are possible.', true),
  displayUserList: Flag('Whether a chat client shows the list of people. Default true.', true),
  displayChannelList: Flag('Whether a chat client shows the list of channels. Default true.', true),
  displaySystemMessages: Flag('Whether the conversation shows who joined.', true),
  displayHeader: Flag('Whether a chat client shows its header. Default true.', true),
  displayFooter: Flag('Whether a chat client shows its footer. Default true.', true),
  socketUrl: Text('The URL to which the socket connects.', 'wss://meet.example.org/connection/websocket'),
});

export const ChatToken = Model('ChatToken', {
  access_token: Text(
    'The bearer token; send it as Authorization: Bearer.',
    'lch_K2vYq7XnTz9RkWc4BmLp3SdHf8GuEa6o',
  ),
});
