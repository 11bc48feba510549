import { Type } from 'typebox';
import { ids, samplePeriod, webUrl } from '../examples/ids.ts';
import { About, giveExample, Model, Sample, sampleOf } from '../model.ts';
import { inTheCall, people, playback, space } from '../permissions/permission.ts';
import { route, section } from '../route.ts';
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
  periodInQuery,
  StoredName,
  Text,
  TextOrNull,
  Timestamp,
  TimestampIn,
  TimeZone,
  WallTime,
  Whole,
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
  id: Sample(OwnId, ids.playbackEvent),
  playbackId: PlaybackId,
  name: Sample(StoredName, 'Exam preparation, spring'),
  startDate: Nullable(Timestamp, texts.startDate, '2026-03-23T00:00:00.000Z'),
  endDate: Nullable(Timestamp, texts.endDate, '2026-05-31T21:59:59.000Z'),
  localStartDate: TextOrNull(texts.localStartDate, '2026-03-23T01:00:00'),
  localEndDate: TextOrNull(texts.localEndDate, '2026-05-31T23:59:59'),
  recurrence: TextOrNull(texts.recurrence, '0 19 * * MON,THU'),
  timezone: Text(texts.timezone, 'Europe/Berlin'),
  frequency: Sample(Frequency, 'recurring'),
  nextStartDate: Nullable(
    Timestamp,
    'When its next session begins; null: none is to come.',
    '2026-03-23T18:00:00.000Z',
  ),
  createdAt: Sample(CreatedAt, '2026-03-18T09:20:31.402Z'),
});

/** The sent fields, in the order of the example. */
const { playbackId, name, ...sampleSchedule } = sampleOf(
  Type.Pick(PlaybackEvent, ['playbackId', 'name', 'startDate', 'endDate', 'recurrence', 'timezone']),
);
const sampleEvent = { playbackId, name, ...sampleSchedule };
giveExample(PlaybackEvent, { ...{ id: ids.playbackEvent, ...sampleEvent }, ...sampleOf(PlaybackEvent) });

/** One run of an automatic webinar (interface 2.14). */
export const PlaybackEventSession = Model('PlaybackEventSession', {
  id: Sample(OwnId, ids.playbackSession),
  playbackId: PlaybackId,
  playbackEventId: About(Id, 'The event that it belongs to.', ids.playbackEvent),
  chatApplicationId: ChatApplicationId,
  chatChannelId: About(ChatId, 'The chat of this session.', '48377'),
  type: About(PlaybackType, 'The type of the automatic webinar.', 'webinar'),
  state: About(State, 'Whether it is still to come, runs now or has ended.', 'finished'),
  startDate: About(Timestamp, 'When it starts.', '2026-03-23T18:00:00.000Z'),
  endDate: Nullable(
    Timestamp,
    'The start and the length of the video; null for a permanent session and while the length is unknown.',
    '2026-03-23T18:56:52.000Z',
  ),
  mediaUrl: TextOrNull(
    'A signed URL of the whole video, valid for 24 hours; null until the video is ready. Do not give it to viewers.',
    `${webUrl}/files/${ids.record}/video.mp4?until=1774461600000&signature=d2Vz`,
  ),
  frequency: Sample(Frequency, 'recurring'),
  recurrence: TextOrNull(texts.recurrence, '0 19 * * MON,THU'),
  timezone: Text(texts.timezone, 'Europe/Berlin'),
  uniqueParticipantsCount: Count(
    'How many different people watched it so far: by externalUserId, else account, else browser.',
    41,
  ),
  isReportExpired: Flag(
    'Was its report deleted with its people, after the period for which the installation keeps them?',
    false,
  ),
});

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

export const playbackEventRoutes = section('Automatic webinars', 'decisions 9', {
  createPlaybackEvent: route({
    path: 'POST /v1/spaces/:spaceId/playback-events',
    permission: space('moderator', people),
    summary: 'Schedule an automatic webinar: once, recurring or permanently',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({ playbackId: PlaybackId, name: Type.Optional(Name), ...schedule }),
    status: 201,
    answer: PlaybackEvent,
    example: { body: sampleEvent },
  }),
  listPlaybackEvents: route({
    path: 'GET /v1/spaces/:spaceId/playback-events',
    permission: space('moderator', people),
    summary: 'List the events of the automatic webinars of a group',
    query: ListQuery({ playbackId: Type.Optional(Id) }),
    answer: List(PlaybackEvent),
  }),
  previewPlaybackEvent: route({
    path: 'POST /v1/spaces/:spaceId/playback-events/preview',
    permission: space('moderator', people),
    audited: false,
    summary: 'Compute the next starts of a schedule without storing it',
    source: 'decisions 9: the panel shows the next starts before they are stored',
    body: Type.Object({
      ...schedule,
      count: Type.Optional(
        Whole({ minimum: 1, maximum: 50, default: 10 }, 'How many starts to compute. Default 10.'),
      ),
    }),
    answer: Type.Object({
      starts: Type.Array(Timestamp, {
        description: 'The next starts, the earliest first; none for a permanent event.',
        sample: ['2026-03-23T18:00:00.000Z', '2026-03-26T18:00:00.000Z', '2026-03-30T17:00:00.000Z'],
      }),
      localStarts: Type.Array(Type.String(), {
        description: 'The same starts on the clock of the time zone.',
        sample: ['2026-03-23T19:00:00', '2026-03-26T19:00:00', '2026-03-30T19:00:00'],
      }),
    }),
    example: { body: { ...sampleSchedule, count: 3 } },
  }),
  getPlaybackEvent: route({
    path: 'GET /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Read an event',
    answer: PlaybackEvent,
  }),
  updatePlaybackEvent: route({
    path: 'PUT /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Change the given fields of an event; sessions that have begun stay as they are',
    body: Type.Object({ playbackId: Type.Optional(PlaybackId), name: Type.Optional(Name), ...schedule }),
    answer: PlaybackEvent,
    example: { body: { recurrence: '30 19 * * MON,THU' } },
  }),
  deletePlaybackEvent: route({
    path: 'DELETE /v1/spaces/:spaceId/playback-events/:playbackEventId',
    permission: space('moderator', people),
    summary: 'Delete an event with its sessions to come; those that have begun continue',
  }),
  getPlaybackEventSessions: route({
    path: 'GET /v1/spaces/:spaceId/playbacks/:playbackId/event-sessions',
    permission: playback('lead', people),
    summary: 'List the sessions of an automatic webinar, the earliest first',
    source: 'interface 4.2 and 2.14, decisions 9',
    query: ListQuery({
      ...periodInQuery,
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
    errors: ['session_finished'],
  }),
});
