import { Type } from 'typebox';
import { route } from '../route.ts';
import {
  ChatId,
  Flag,
  Id,
  List,
  ListQuery,
  Name,
  Nullable,
  OneOf,
  Timestamp,
  TimestampIn,
  TimeZone,
  WallTime,
} from '../shared.ts';
import { PlaybackType } from './playbacks.ts';

export const eventFrequencies = ['oneTime', 'recurring', 'permanent'] as const;
export type EventFrequency = (typeof eventFrequencies)[number];
const Frequency = OneOf(...eventFrequencies);

export const sessionStates = ['upcoming', 'running', 'finished'] as const;
export type SessionState = (typeof sessionStates)[number];
const State = OneOf(...sessionStates);

const recurrenceText = 'Five fields: minute, hour, day of month, month, day of week.';

/** The schedule of an automatic webinar (interface 2.13). */
export const PlaybackEvent = Type.Object({
  id: Id,
  playbackId: Id,
  name: Type.String(),
  startDate: Nullable(Timestamp),
  endDate: Nullable(Timestamp),
  localStartDate: Nullable(Type.String()),
  localEndDate: Nullable(Type.String()),
  recurrence: Nullable(Type.String(), recurrenceText),
  timezone: Type.String(),
  frequency: Frequency,
  nextStartDate: Nullable(Timestamp),
  createdAt: Timestamp,
});

/** One run of an automatic webinar (interface 2.14). */
export const PlaybackEventSession = Type.Object({
  id: Id,
  playbackId: Id,
  playbackEventId: Id,
  chatApplicationId: ChatId,
  chatChannelId: ChatId,
  type: PlaybackType,
  state: State,
  startDate: Timestamp,
  endDate: Nullable(Timestamp),
  mediaUrl: Nullable(Type.String()),
  frequency: Frequency,
  recurrence: Nullable(Type.String(), recurrenceText),
  timezone: Type.String(),
  uniqueParticipantsCount: Type.Integer({ minimum: 0 }),
  isReportExpired: Flag(
    'Was its report deleted with its people, after the period for which the installation keeps them?',
  ),
});

const schedule = {
  startDate: Type.Optional(Nullable(TimestampIn)),
  endDate: Type.Optional(Nullable(TimestampIn)),
  localStartDate: Type.Optional(Nullable(WallTime)),
  localEndDate: Type.Optional(Nullable(WallTime)),
  recurrence: Type.Optional(
    Nullable(
      Type.String({ maxLength: 200, pattern: '^\\s*\\S+(?:\\s+\\S+){4}\\s*$', description: recurrenceText }),
      recurrenceText,
    ),
  ),
  timezone: Type.Optional(TimeZone),
};

export const playbackEventRoutes = {
  createPlaybackEvent: route({
    summary: 'Schedule an automatic webinar: once, recurring or permanently',
    source: 'interface 4.2, decisions 9',
    body: Type.Object({ playbackId: Id, name: Type.Optional(Name), ...schedule }),
    status: 201,
    answer: PlaybackEvent,
    errors: [],
  }),
  listPlaybackEvents: route({
    summary: 'List the events of the automatic webinars of a group',
    source: 'decisions 9',
    query: ListQuery({ playbackId: Type.Optional(Id) }),
    status: 200,
    answer: List(PlaybackEvent),
    errors: [],
  }),
  previewPlaybackEvent: route({
    summary: 'Compute the next starts of a schedule without storing it',
    source: 'decisions 9: the panel shows the next starts before they are stored',
    body: Type.Object({
      ...schedule,
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    }),
    status: 200,
    answer: Type.Object({ starts: Type.Array(Timestamp), localStarts: Type.Array(Type.String()) }),
    errors: [],
  }),
  getPlaybackEvent: route({
    summary: 'Read an event',
    source: 'decisions 9',
    status: 200,
    answer: PlaybackEvent,
    errors: [],
  }),
  updatePlaybackEvent: route({
    summary: 'Change the given fields of an event; sessions that have begun stay as they are',
    source: 'decisions 9',
    body: Type.Object({ playbackId: Type.Optional(Id), name: Type.Optional(Name), ...schedule }),
    status: 200,
    answer: PlaybackEvent,
    errors: [],
  }),
  deletePlaybackEvent: route({
    summary: 'Delete an event with its sessions to come; those that have begun continue',
    source: 'decisions 9',
    status: 204,
    errors: [],
  }),
  getPlaybackEventSessions: route({
    summary: 'List the sessions of an automatic webinar, the earliest first',
    source: 'interface 4.2 and 2.14, decisions 9',
    query: ListQuery({
      dateFrom: Type.Optional(TimestampIn),
      dateTo: Type.Optional(
        Type.String({ format: 'date-time', description: 'ISO 8601; the end of the period, exclusive.' }),
      ),
      state: Type.Optional(State),
    }),
    status: 200,
    answer: List(PlaybackEventSession),
    errors: [],
  }),
  endPlaybackSession: route({
    summary: 'End a running session for everybody, or cancel one to come',
    source: 'decisions 9',
    status: 204,
    errors: ['session_finished'],
  }),
};
