import { Type } from 'typebox';
import { chatIds, ids } from '../examples/ids.ts';
import { About, Model, Sample } from '../model.ts';
import { ofViewer, people, playback } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
import {
  ChatId,
  Flag,
  List,
  ListQuery,
  Nullable,
  OneOf,
  OwnChatId,
  OwnId,
  Text,
  TextOrNull,
  VisibleText,
  WebAddress,
} from '../shared.ts';
import { ChatIdIn } from './chat/objects.ts';
import { pollChoices, pollContent, WrittenOptions } from './chat/polls.ts';

/** Offers, polls and messages that viewers get at given seconds of the video (decisions 9). */
export const timelineItemTypes = ['offer', 'poll', 'message'] as const;

const longest = 1_000_000;
const Second = (description: string) => Type.Number({ minimum: 0, maximum: longest, description });
const at = Second('The second of the video at which it appears.');
const until = Nullable(
  Type.Number({ minimum: 0, maximum: longest }),
  'The second of the video at which it disappears; null: it stays until the end.',
);
const Title = VisibleText(200, 'Of an offer.');
const MessageText = VisibleText(4000, 'Of an offer or a message.');
const ButtonText = VisibleText(100, 'Of an offer.');
const Question = VisibleText(250, 'Of a poll.');
const Author = VisibleText(200, 'Of a message: the name under which it appears.');

/** An item as it is sent. Which fields an item needs depends on its type. */
const TimelineItemIn = Type.Object({
  id: Type.Optional(OwnId),
  type: About(OneOf(...timelineItemTypes), 'What appears at the second.'),
  at,
  until: Type.Optional(until),
  title: Type.Optional(Title),
  text: Type.Optional(Nullable(MessageText, 'Of an offer or a message.')),
  buttonText: Type.Optional(ButtonText),
  url: Type.Optional(About(WebAddress, 'Of an offer: the page that its button opens.')),
  question: Type.Optional(Question),
  options: Type.Optional(WrittenOptions('Of a poll, at least 2; none for an open question.')),
  withAnswer: pollContent.withAnswer,
  isOpenEnded: pollContent.isOpenEnded,
  ...pollChoices,
  author: Type.Optional(Author),
});

/** The fields of an item that people see. */
const shownFields = {
  title: Type.Optional(Text('Of an offer.')),
  text: Type.Optional(TextOrNull('Of an offer or a message.')),
  buttonText: Type.Optional(Text('Of an offer.')),
  url: Type.Optional(Text('Of an offer: the page that its button opens.')),
  question: Type.Optional(Text('The question, 1 to 250 characters.')),
  author: Type.Optional(Text('Of a message: the name under which it appears.')),
};

const PollOptionOfItem = Type.Object({
  option: Text('The text of the option.'),
  valid: Flag('Whether it is a correct answer; only with withAnswer. null or absent: no.'),
});

const sampleOffer = {
  type: 'offer',
  at: 1_260,
  until: 1_560,
  title: 'The full course',
  text: 'Twelve lessons, with a teacher who answers.',
  buttonText: 'See the course',
  url: 'https://school.example.org/courses/algebra',
} as const;
const sampleTimelinePoll = {
  type: 'poll',
  at: 1_800,
  until: 1_890,
  question: 'Which exam do you take?',
  options: [
    { option: 'The basic one', valid: false },
    { option: 'The advanced one', valid: false },
  ],
  withAnswer: false,
  isOpenEnded: false,
  isSingleChoice: true,
  areResultsHidden: false,
} as const;

/** An item as it is returned: with the fields of its type. */
const TimelineItem = Model('TimelineItem', {
  id: OwnId,
  type: About(OneOf(...timelineItemTypes), 'What appears at the second.'),
  at,
  until,
  ...shownFields,
  options: Type.Optional(
    Type.Array(PollOptionOfItem, { description: 'Of a poll: the options in their order.' }),
  ),
  withAnswer: pollContent.withAnswer,
  isOpenEnded: pollContent.isOpenEnded,
  ...pollChoices,
});

/** An open item as a viewer gets it, with the state of the session: nothing that comes more than 10 s later, no right answers. */
export const OpenTimelineItem = Model('OpenTimelineItem', {
  id: OwnId,
  type: About(OneOf(...timelineItemTypes), 'What appears at the second.'),
  at,
  until,
  ...shownFields,
  pollId: Type.Optional(
    Type.Unsafe<string>({
      ...ChatId,
      description: 'The poll in the chat of the session, or of the viewing of a permanent one.',
    }),
  ),
});

export const Timeline = Model('Timeline', {
  id: Sample(OwnId, ids.timeline),
  revision: Text('Identifies these items: it changes with every change of them.', 'zC1cVqRPrAnoEXC-JKdKvQ'),
  items: Type.Array(TimelineItem, {
    description: 'By `at`.',
    sample: [
      { id: ids.offer, ...sampleOffer },
      { id: ids.timelinePoll, ...sampleTimelinePoll },
    ],
  }),
});

/** A message of the recorded call, as a session replays it. */
const OriginalMessage = Model('OriginalMessage', {
  id: Sample(OwnChatId, chatIds.question),
  at: Type.Number({ minimum: 0, description: 'Seconds from the start of the recording.', sample: 74.312 }),
  author: Text('The name of the person who wrote it.', 'Anna Kowalska'),
  displayName: TextOrNull('The name that sessions show instead.', 'Anna'),
  text: Text('The text of the message.', 'Is the formula on page 12 the same?'),
  isHidden: Flag('Sessions do not show it.', false),
});

export const playbackTimelineRoutes = section('Timelines of webinars', 'decisions 9', {
  getTimeline: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/timeline',
    permission: playback('lead', people),
    summary: 'Read the offers, polls and messages of an automatic webinar',
    answer: Timeline,
  }),
  updateTimeline: route({
    path: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId/timeline',
    permission: playback('lead', people),
    summary: 'Replace the offers, polls and messages of an automatic webinar',
    body: Type.Object({
      items: Type.Array(TimelineItemIn, {
        maxItems: 500,
        description: 'All of them. An item with its id is changed, one without is added, others are deleted.',
      }),
      ifRevision: Type.Optional(
        Type.String({
          maxLength: 100,
          description:
            'The `revision` on which the change is based: if the timeline has another one by now, nothing is changed, and the response is 409 `timeline_changed`. Absent: the items replace whatever is there.',
        }),
      ),
    }),
    answer: Timeline,
    errors: ['timeline_changed'],
    example: {
      body: {
        items: [{ id: ids.offer, ...sampleOffer }, sampleTimelinePoll],
        ifRevision: 'zC1cVqRPrAnoEXC-JKdKvQ',
      },
    },
  }),
  getOriginalChat: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/original-chat',
    permission: playback('lead', people),
    summary: 'List the messages of the recorded call that sessions replay, oldest first by default',
    query: ListQuery({}),
    answer: List(OriginalMessage),
  }),
  updateOriginalChat: route({
    path: 'PUT /v1/spaces/:spaceId/playbacks/:playbackId/original-chat',
    permission: playback('lead', people),
    summary: 'Hide messages of the recorded call, or change the names that sessions show',
    body: Type.Object({
      items: Type.Array(
        Type.Object({
          id: About(ChatIdIn, 'Identifies it in paths and in other objects.'),
          isHidden: Type.Optional(Flag('true: sessions do not show it; false: they do.')),
          displayName: Type.Optional(
            Nullable(VisibleText(200), 'The name that sessions show instead; null: the original one.'),
          ),
        }),
        { maxItems: 1000, description: 'The messages to change; others stay as they are.' },
      ),
    }),
    answer: List(OriginalMessage),
    example: { body: { items: [{ id: chatIds.question, displayName: 'Anna' }] } },
  }),
  clickOffer: route({
    path: 'POST /v1/spaces/:spaceId/playbacks/:playbackId/viewings/:viewingId/offers/:itemId/click',
    permission: ofViewer,
    summary: 'Note that a viewer opened an offer',
    source: 'decisions 9: the report contains what was clicked',
  }),
});
