import { type Static, Type } from 'typebox';
import { chatIds, externalUser, ids, samplePeriod, student } from '../examples/ids.ts';
import { About, Model, sampleOf } from '../model.ts';
import { people, room, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  ChatId,
  Count,
  Flag,
  fileInQuery,
  Id,
  List,
  Nullable,
  OneOf,
  pageOfList,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
} from '../shared.ts';

/** The person behind a message or a vote. */
const author = {
  participantId: Nullable(Id, "The person's row in the report; null: not in the call.", ids.student),
  name: TextOrNull(
    'The newest name of the person in the call, else in the chat; null for an erased person.',
    student.name,
  ),
  externalUserId: TextOrNull("The person's id in your own system; null: not given, or erased.", externalUser),
  chatUserId: Nullable(ChatId, 'The person in the chat, as userId there; null: deleted.', chatIds.student),
};

/** A message of the room's chat during a call. */
export const CallMessage = Model('CallMessage', {
  id: About(ChatId, 'The message, as messageId in the chat.', chatIds.answer),
  ...author,
  sentAt: About(Timestamp, 'When the message was sent.', '2026-03-17T14:12:31.204Z'),
  text: Text('The text; empty if the message was deleted.', 'x = 2'),
  isDeleted: Flag('Whether the message was deleted. The counts of the report include it.', false),
});
export type CallMessage = Static<typeof CallMessage>;

const CallPollOption = Type.Object({
  text: Text('The text of the option.'),
  votes: Count('How many people chose it during the call.'),
});

const CallPollAnswer = Type.Object({
  ...author,
  answer: Text('The chosen options, joined by commas, or the text; empty if erased.', 'x² = 4'),
  answeredAt: About(Timestamp, 'When the person voted.', '2026-03-17T14:26:11.930Z'),
  isCorrect: Nullable(
    Type.Boolean(),
    'Whether the answer to a quiz has all correct options and no other, or with a single choice one of them; null: no quiz.',
    true,
  ),
});

/** A poll of the room's chat that was started or answered during a call. */
export const CallPoll = Model('CallPoll', {
  id: About(ChatId, 'The poll, as pollId in the chat.', chatIds.poll),
  question: Text('The question of the poll.', 'Which equation has two solutions?'),
  createdAt: About(Timestamp, 'When the poll was made.', '2026-03-17T14:24:16.731Z'),
  startedAt: About(Timestamp, 'When the poll was opened for votes.', '2026-03-17T14:25:40.112Z'),
  finishedAt: Nullable(
    Timestamp,
    'When the poll was stopped, maybe after the call; null: it is open.',
    '2026-03-17T14:27:03.064Z',
  ),
  options: Type.Array(CallPollOption, {
    description: 'The options in their order; none for an open question.',
    sample: [
      { text: 'x² = 4', votes: 1 },
      { text: 'x² = 0', votes: 0 },
    ],
  }),
  answers: Type.Array(CallPollAnswer, {
    description: 'The answers during the call, in the order of voting.',
    sample: [{ ...{ chatUserId: chatIds.student }, ...sampleOf(CallPollAnswer) }],
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
  ...fileInQuery,
};

/** The format of a list of polls. */
export const pollFormat = {
  format: Type.Optional(About(OneOf('json', 'csv', 'xlsx'), 'json, or a file with one row for each answer.')),
  ...fileInQuery,
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

const sampleMessage = {
  ...{ id: chatIds.answer, chatUserId: chatIds.student },
  ...sampleOf(CallMessage),
};
const sampleMessages = {
  items: [
    sampleMessage,
    {
      ...sampleMessage,
      id: chatIds.question,
      sentAt: '2026-03-17T14:11:50.018Z',
      text: '',
      isDeleted: true,
    },
  ],
  total: 2,
};

/** Messages and polls of a call, or of a channel in a period. */
export const chatAnalyticsRoutes = section('Analytics', 'decisions 12', {
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
  }),
  listChannelMessages: route({
    path: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/messages',
    permission: space('moderator', people),
    summary: 'List the messages in the chat of a room, or of a session of an automatic webinar',
    query: Type.Object({ ...pageOfList, ...chatPeriod, ...chatFormat }),
    answer: List(CallMessage),
    files: messageFiles,
    example: { answer: sampleMessages, query: samplePeriod },
  }),
  listChannelPolls: route({
    path: 'GET /v1/spaces/:spaceId/analytics/channels/:channelId/polls',
    permission: space('moderator', people),
    summary: 'List the polls in the chat of a room or a session with who answered what, oldest first',
    query: Type.Object({ ...chatPeriod, ...pollFormat }),
    answer: PollList,
    files: pollFiles,
    example: { query: samplePeriod },
  }),
});
