import { type Static, Type } from 'typebox';
import { sampleAuthor, samplePollsWithAnswers } from '../examples/analytics.ts';
import { chatIds, samplePeriod } from '../examples/ids.ts';
import { About, Model } from '../model.ts';
import { people, room, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  ChatId,
  Count,
  csvSeparatorInQuery,
  Flag,
  Id,
  List,
  Nullable,
  OneOf,
  pageOfList,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  timeZoneInQuery,
} from '../shared.ts';

/** The person behind a message or a vote. */
const author = {
  participantId: Nullable(Id, "The person's row in the report; null: not in the call."),
  name: TextOrNull('The newest name of the person in the call, else in the chat; null for an erased person.'),
  externalUserId: TextOrNull("The person's id in your own system; null: not given, or erased."),
  chatUserId: Nullable(ChatId, 'The person in the chat, as userId there; null: deleted.'),
};

/** A message of the room's chat during a call. */
export const CallMessage = Model('CallMessage', {
  id: About(ChatId, 'The message, as messageId in the chat.'),
  ...author,
  sentAt: About(Timestamp, 'When the message was sent.'),
  text: Text('The text; empty if the message was deleted.'),
  isDeleted: Flag('Whether the message was deleted. The counts of the report include it.'),
});
export type CallMessage = Static<typeof CallMessage>;

const CallPollOption = Type.Object({
  text: Text('The text of the option.'),
  votes: Count('How many people chose it during the call.'),
});

const CallPollAnswer = Type.Object({
  ...author,
  answer: Text('The chosen options, joined by commas, or the text; empty if erased.'),
  answeredAt: About(Timestamp, 'When the person voted.'),
  isCorrect: Nullable(
    Type.Boolean(),
    'Whether the answer to a quiz has all correct options and no other, or with a single choice one of them; null: no quiz.',
  ),
});

/** A poll of the room's chat that was started or answered during a call. */
export const CallPoll = Model('CallPoll', {
  id: About(ChatId, 'The poll, as pollId in the chat.'),
  question: Text('The question of the poll.'),
  createdAt: About(Timestamp, 'When the poll was made.'),
  startedAt: About(Timestamp, 'When the poll was opened for votes.'),
  finishedAt: Nullable(Timestamp, 'When the poll was stopped, maybe after the call; null: it is open.'),
  options: Type.Array(CallPollOption, {
    description: 'The options in their order; none for an open question.',
  }),
  answers: Type.Array(CallPollAnswer, {
    description: 'The answers during the call, in the order of voting.',
  }),
});
export type CallPoll = Static<typeof CallPoll>;

/** The format of a list of messages. */
const chatFormat = {
  format: Type.Optional({
    ...OneOf('json', 'csv'),
    description:
      'json, or a file with everything, the oldest first: limit, offset and order do not apply to it.',
  }),
  timezone: timeZoneInQuery,
  csvSeparator: csvSeparatorInQuery,
};

/** The format of a list of polls. */
export const pollFormat = {
  format: Type.Optional({
    ...OneOf('json', 'csv', 'xlsx'),
    description: 'json, or a file with one row for each answer.',
  }),
  timezone: timeZoneInQuery,
  csvSeparator: csvSeparatorInQuery,
};

const chatPeriod = {
  dateFrom: Type.Optional({ ...TimestampIn, description: 'Only from then on.' }),
  dateTo: Type.Optional({ ...TimestampIn, description: 'Only until then.' }),
};

const messageFiles = {
  'text/csv':
    'sentAt,name,externalUserId,participantId,chatUserId,text,isDeleted,id\r\n2026-03-17T14:05:09.116Z,Amelia Clarke,student-1042,69b95f9c83d6f07b1a2ec451,3017,Good morning,false,3310\r\n',
} as const;
export const pollFiles = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'A workbook with the sheet Polls.',
  'text/csv':
    'question,name,externalUserId,participantId,chatUserId,answer,answeredAt,startedAt,finishedAt,id,isCorrect\r\nReady?,Amelia Clarke,student-1042,69b95f9c83d6f07b1a2ec451,3017,yes,2026-03-17T14:05:09.116Z,2026-03-17T14:05:00.201Z,,3312,\r\n',
} as const;

export const PollList = Type.Object({
  items: Type.Array(CallPoll, {
    description: 'The polls that were started or answered during the call, or the period.',
  }),
});

const sampleMessages = {
  items: [
    {
      id: chatIds.answer,
      ...sampleAuthor,
      sentAt: '2026-03-17T14:12:31.204Z',
      text: 'x = 2',
      isDeleted: false,
    },
    {
      id: chatIds.question,
      ...sampleAuthor,
      sentAt: '2026-03-17T14:11:50.018Z',
      text: '',
      isDeleted: true,
    },
  ],
  total: 2,
} satisfies { items: CallMessage[]; total: number };

/** Messages and polls of a call, or of a channel in a period. */
export const chatAnalyticsRoutes = {
  listAnalyticsCallMessages: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/messages',
    permission: room('lead', people),
    summary: 'List the messages in the chat of the room during a call',
    source: 'decisions 10',
    query: Type.Object({ ...pageOfList, ...chatFormat }),
    answer: List(CallMessage),
    files: messageFiles,
    errors: ['report_expired'],
    example: { answer: sampleMessages },
  }),
  listAnalyticsCallPolls: route({
    path: 'GET /v1/spaces/:spaceId/analytics/calls/:callId/polls',
    permission: room('lead', people),
    summary: 'List the polls of a call with who answered what, oldest first',
    source: 'decisions 10 and 12',
    query: Type.Object(pollFormat),
    answer: PollList,
    files: pollFiles,
    errors: ['report_expired'],
    example: { answer: samplePollsWithAnswers },
  }),
  listChannelMessages: route({
    path: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/messages',
    permission: space('moderator', people),
    summary: 'List the messages in the chat of a room, or of a session of an automatic webinar',
    source: 'decisions 12',
    query: Type.Object({ ...pageOfList, ...chatPeriod, ...chatFormat }),
    answer: List(CallMessage),
    files: messageFiles,
    example: { answer: sampleMessages, query: samplePeriod },
  }),
  listChannelPolls: route({
    path: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/polls',
    permission: space('moderator', people),
    summary: 'List the polls in the chat of a room or a session with who answered what, oldest first',
    source: 'decisions 12',
    query: Type.Object({ ...chatPeriod, ...pollFormat }),
    answer: PollList,
    files: pollFiles,
    example: { answer: samplePollsWithAnswers, query: samplePeriod },
  }),
};
