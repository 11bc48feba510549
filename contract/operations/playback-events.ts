import { Type } from 'typebox';
import { ids, samplePeriod } from '../examples/ids.ts';
import {
  sampleEventName,
  samplePlaybackEvent,
  samplePlaybackEventSession,
  sampleSchedule,
  sampleSessionStart,
} from '../examples/playback-events.ts';
import { About, giveExample, Model } from '../model.ts';
import { inTheCall, people, playback, space } from '../permissions/permission.ts';
import { route } from '../route.ts';
import {
  ChatApplicationId,
  ChatId,
  Count,
  CreatedAt,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  OwnId,
  PlaybackId,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  TimeZone,
  WallTime,
} from '../shared.ts';
import { eventFrequencies } from '../webinars.ts';
import { PlaybackType } from './playbacks.ts';

const Frequency = About(
  OneOf(...eventFrequencies),
  'How often it takes place, as the dates and the recurrence of its event say.',
);

export const sessionStates = ['upcoming', 'running', 'finished'] as const;
export type SessionState = (typeof sessionStates)[number];
const State = OneOf(...sessionStates);

/** The meanings of the parts of a schedule, stored or sent. */
const texts = {
  startDate:
    'When it starts. Of a recurring event: from when it takes place, inclusive. Null: it is permanent.',
  endDate: 'Until when a recurring event takes place, inclusive. Null for the others.',
  localStartDate:
    'startDate on the clock of the time zone; sent, it counts if startDate is not sent. A time that the clocks skip is the first moment after it; of one that occurs twice, the first.',
  localEndDate:
    'endDate on the clock of the time zone; sent, it counts if endDate is not sent. A time that the clocks skip is the first moment after it; of one that occurs twice, the first.',
  timezone: 'The time zone in which the recurrence is meant. Default UTC.',
  recurrence: 'Five fields: minute, hour, day of month, month, day of week.',
};

/** The schedule of an automatic webinar (interface 2.13). */
export const PlaybackEvent = Model('PlaybackEvent', {
  id: OwnId,
  playbackId: PlaybackId,
  name: StoredName,
  startDate: Nullable(Timestamp, texts.startDate),
  endDate: Nullable(Timestamp, texts.endDate),
  localStartDate: TextOrNull(texts.localStartDate),
  localEndDate: TextOrNull(texts.localEndDate),
  recurrence: TextOrNull(texts.recurrence),
  timezone: Text(texts.timezone),
  frequency: Frequency,
  nextStartDate: Nullable(Timestamp, 'When its next session begins; null: none is to come.'),
  createdAt: CreatedAt,
});
giveExample(PlaybackEvent, samplePlaybackEvent);

/** One run of an automatic webinar (interface 2.14). */
export const PlaybackEventSession = Model('PlaybackEventSession', {
  id: OwnId,
  playbackId: PlaybackId,
  playbackEventId: About(Id, 'The event that it belongs to.'),
  chatApplicationId: ChatApplicationId,
  chatChannelId: About(ChatId, 'The chat of this session.'),
  type: About(PlaybackType, 'The type of the automatic webinar.'),
  state: About(State, 'Whether it is still to come, runs now or has ended.'),
  startDate: About(Timestamp, 'When it starts.'),
  endDate: Nullable(
    Timestamp,
    'The start and the length of the video; null for a permanent session and while the length is unknown.',
  ),
  mediaUrl: TextOrNull(
    'A signed URL of the whole video, valid for 24 hours; null until the video is ready. Do not give it to viewers.',
  ),
  frequency: Frequency,
  recurrence: TextOrNull(texts.recurrence),
  timezone: Text(texts.timezone),
  uniqueParticipantsCount: Count(
    'How many different people watched it so far: by externalUserId, else account, else browser.',
  ),
  isReportExpired: Flag(
    'Was its report deleted with its people, after the period for which the installation keeps them?',
  ),
});
giveExample(PlaybackEventSession, samplePlaybackEventSession);

const schedule = {
  startDate: Type.Optional(Nullable(TimestampIn, texts.startDate)),
  endDate: Type.Optional(Nullable(TimestampIn, texts.endDate)),
  localStartDate: Type.Optional(Nullable(WallTime, texts.localStartDate)),
  localEndDate: Type.Optional(Nullable(WallTime, texts.localEndDate)),
  recurrence: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 200,
        pattern: '^\\s*\\S+(?:\\s+\\S+){4}\\s*$',
        description: texts.recurrence,
      }),
      texts.recurrence,
    ),
  ),
  timezone: Type.Optional(About(TimeZone, texts.timezone)),
};

export const playbackEventRoutes = {
  createPlaybackEvent: route({
    path: 'POST /v1/spaces/:spaceId/playback-events',
    permission: space('moderator', people),
    summary: 'Schedule an automatic webinar: once, recurring or permanently',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({ playbackId: PlaybackId, name: Type.Optional(Name), ...schedule }),
    status: 201,
    answer: PlaybackEvent,
    example: { body: { playbackId: ids.playback, name: sampleEventName, ...sampleSchedule } },
  }),
  listPlaybackEvents: route({
    path: 'GET /v1/spaces/:spaceId/playback-events',
    permission: space('moderator', people),
    summary: 'List the events of the automatic webinars of a group',
    source: 'decisions 9',
    query: ListQuery({ playbackId: Type.Optional(Id) }),
    answer: List(PlaybackEvent),
  }),
  previewPlaybackEvent: route({
    path: 'POST /v1/spaces/:spaceId/playback-events/preview',
    permission: space('moderator', people),
    summary: 'Compute the next starts of a schedule without storing it',
    source: 'decisions 9: the panel shows the next starts before they are stored',
    body: Type.Object({
      ...schedule,
      count: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 50,
          default: 10,
          description: 'How many starts to compute. Default 10.',
        }),
      ),
    }),
    answer: Type.Object({
      starts: Type.Array(Timestamp, {
        description: 'The next starts, the earliest first; none for a permanent event.',
      }),
      localStarts: Type.Array(Type.String(), {
        description: 'The same starts on the clock of the time zone.',
      }),
    }),
    example: {
      body: { ...sampleSchedule, count: 3 },
      answer: {
        starts: [sampleSessionStart, '2026-03-26T18:00:00.000Z', '2026-03-30T17:00:00.000Z'],
        localStarts: ['2026-03-23T19:00:00', '2026-03-26T19:00:00', '2026-03-30T19:00:00'],
      },
    },
  }),
  getPlaybackEvent: route({
    path: 'GET /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Read an event',
    source: 'decisions 9',
    answer: PlaybackEvent,
  }),
  updatePlaybackEvent: route({
    path: 'PUT /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Change the given fields of an event; sessions that have begun stay as they are',
    source: 'decisions 9',
    body: Type.Object({ playbackId: Type.Optional(PlaybackId), name: Type.Optional(Name), ...schedule }),
    answer: PlaybackEvent,
    example: { body: { recurrence: '30 19 * * MON,THU' } },
  }),
  deletePlaybackEvent: route({
    path: 'DELETE /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Delete an event with its sessions to come; those that have begun continue',
    source: 'decisions 9',
  }),
  getPlaybackEventSessions: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions',
    permission: playback('lead', people),
    summary: 'List the sessions of an automatic webinar, the earliest first',
    source: 'interface 4.2 and 2.14, decisions 9',
    query: ListQuery({
      dateFrom: Type.Optional(TimestampIn),
      dateTo: Type.Optional(
        Type.String({ format: 'date-time', description: 'ISO 8601; the end of the period, exclusive.' }),
      ),
      state: Type.Optional({ ...State, description: 'Only sessions in this state.' }),
    }),
    answer: List(PlaybackEventSession),
    example: { query: { ...samplePeriod, state: 'finished' } },
  }),
  endPlaybackSession: route({
    path: 'DELETE /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions/:playbackEventSessionId',
    permission: playback('moderate', inTheCall),
    allowedFor:
      "the group's owner and moderators; moderators by a link, to end a session that runs and that they opened",
    summary: 'End a running session for everybody, or cancel one to come',
    source: 'decisions 9',
    errors: ['session_finished'],
  }),
};
