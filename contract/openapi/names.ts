import type { TSchema } from 'typebox';
import { AccessLink, LinkEntry } from '../operations/access-links.ts';
import { ActiveCallPerson } from '../operations/active-call.ts';
import {
  AnalyticsCall,
  AttendanceReport,
  CallPerson,
  ReportInterval,
  ReportIntervals,
  ReportRow,
  SummaryPerson,
} from '../operations/analytics.ts';
import { CallMessage, CallPoll } from '../operations/analytics-chat.ts';
import { Asset } from '../operations/assets.ts';
import { LinkSession, PersonalToken, TokenAnswer, TokenRequest } from '../operations/auth.ts';
import { Call } from '../operations/calls.ts';
import { ById } from '../operations/chat/channels.ts';
import {
  ApplicationSettings,
  Change,
  Channel,
  ChannelSettings,
  ChatIdIn,
  ChatToken,
  ChatUser,
  Message,
  MessageOrChange,
  Pin,
  Poll,
  PollAnswer,
  PollOption,
  Reaction,
} from '../operations/chat/objects.ts';
import { Hand } from '../operations/gestures.ts';
import { Invite, Member, RoomRoleHolder } from '../operations/members.ts';
import { Participant } from '../operations/participants.ts';
import { PlaybackEvent, PlaybackEventSession } from '../operations/playback-events.ts';
import {
  PlaybackReport,
  PlaybackReportRow,
  ReplayFigures,
  ReportedOffer,
  ReportedPlaybackSession,
  SeenOffer,
  WatchedInterval,
} from '../operations/playback-report.ts';
import {
  OpenTimelineItem,
  OriginalMessage,
  Timeline,
  TimelineItem,
} from '../operations/playback-timeline.ts';
import { Playback, RunningSession } from '../operations/playbacks.ts';
import { RoomRecord, SpaceRecord, WatchableRecord } from '../operations/records.ts';
import { ReminderEmails, Reminders, SessionReminder } from '../operations/reminders.ts';
import { AttendanceRule, CallPermissions, CustomJoinField, JoinField, Room } from '../operations/rooms.ts';
import { Space, SpaceDeletion } from '../operations/spaces.ts';
import {
  RecordTranscription,
  SearchItem,
  SummaryLine,
  SummarySection,
  SummaryTask,
  Transcript,
  TranscriptSegment,
  TranscriptWord,
} from '../operations/transcription.ts';
import { MeetingSettings, OwnUser, ProviderAddress, Session, User } from '../operations/users.ts';
import {
  Program,
  ProgramSession,
  ViewerMessage,
  Viewing,
  ViewingCaptions,
  ViewingSession,
} from '../operations/viewings.ts';
import {
  GroupWebhook,
  GroupWebhookWithSecret,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryInFull,
  WebhookWithSecret,
} from '../operations/webhooks.ts';
import { Empty, type Route } from '../route.ts';
import { routes } from '../routes.ts';
import { FieldValues } from '../shared.ts';
import { Delivery, ErrorAnswer, OAuthError } from './shapes.ts';

const records: Record<string, TSchema> = {
  AccessLink,
  ActiveCallPerson,
  AnalyticsCall,
  ApplicationSettings,
  Asset,
  AttendanceReport,
  AttendanceRule,
  Call,
  CallMessage,
  CallPermissions,
  CallPerson,
  CallPoll,
  Change,
  Channel,
  ChannelRequest: ById,
  ChannelSettings,
  ChatIdInput: ChatIdIn,
  ChatToken,
  ChatUser,
  CustomJoinField,
  Delivery,
  Empty,
  Error: ErrorAnswer,
  FieldValues,
  Hand,
  Invite,
  JoinField,
  LinkEntry,
  LinkSession,
  MeetingSettings,
  Member,
  Message,
  MessageOrChange,
  OAuthError,
  OpenTimelineItem,
  OriginalMessage,
  OwnUser,
  Participant,
  PersonalToken,
  Pin,
  Playback,
  PlaybackEvent,
  PlaybackEventSession,
  PlaybackReport,
  PlaybackReportRow,
  Poll,
  PollAnswer,
  PollOption,
  Program,
  ProgramSession,
  ProviderAddress,
  Reaction,
  ReminderEmails,
  Reminders,
  RecordTranscription,
  ReplayFigures,
  ReportedOffer,
  ReportedPlaybackSession,
  Room,
  ReportInterval,
  ReportIntervals,
  ReportRow,
  RoomRecord,
  RoomRoleHolder,
  RunningSession,
  SearchItem,
  SeenOffer,
  Session,
  SessionReminder,
  Space,
  SpaceDeletion,
  SpaceRecord,
  SummaryLine,
  SummaryPerson,
  SummarySection,
  SummaryTask,
  Timeline,
  TimelineItem,
  TokenAnswer,
  TokenRequest,
  Transcript,
  TranscriptSegment,
  TranscriptWord,
  User,
  ViewerMessage,
  ViewingCaptions,
  Viewing,
  WatchedInterval,
  ViewingSession,
  WatchableRecord,
  GroupWebhook,
  GroupWebhookWithSecret,
  Webhook,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryInFull,
  WebhookWithSecret,
};

const names = new Map(
  Object.entries(records).map(([name, schema]) => [JSON.stringify(schema), { name, schema }]),
);

/**
 * The names of schemas that the document refers to: without one, generators invent `InlineObject12`
 * (docs/decisions/0023).
 */
export const nameOf = (schema: object): string | undefined => names.get(JSON.stringify(schema))?.name;

function give(schema: TSchema, name: string): void {
  if (nameOf(schema)) return;
  // One would replace the other in the document.
  if ([...names.values()].some((other) => other.name === name))
    throw new Error(`two schemas have the name ${name}`);
  names.set(JSON.stringify(schema), { name, schema });
}

interface Shape {
  type?: string;
  properties?: { items?: { items?: TSchema } };
}

function nameOfAnswer(operation: string, { properties = {} }: Shape): string {
  const item = properties.items?.items;
  const isList = Object.keys(properties).join() === 'items,total';
  const name = isList && item ? nameOf(item) : undefined;
  return name ? `${name}List` : `${operation}Response`;
}

for (const [operation, { body, answer }] of Object.entries(routes) as [string, Route][]) {
  const name = operation.charAt(0).toUpperCase() + operation.slice(1);
  if (body) give(body, `${name}Request`);
  if (answer && (answer as Shape).type === 'object') give(answer, nameOfAnswer(name, answer as Shape));
}

/** All named schemas by their names. */
export const componentSchemas: Record<string, TSchema> = Object.fromEntries(
  [...names.values()].map(({ name, schema }) => [name, schema] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
);
