// Generated from server/migrations by `npm run generate`: the types of all tables, and their columns. Change them by a migration.

import type { EventName, OptionalEventName } from '../../../../contract/events.ts';
import type { Language } from '../../../../contract/languages.ts';
import type { ReminderKind } from '../../../../contract/reminders.ts';
import type { AttendanceRule, CustomJoinField, JoinField, JsonColumn, JsonWithDefault, RecordFiles, RecordQuality, RoomFlag, StoredSentence, StoredSummary, TranscriptWord } from './json-columns.ts';
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Int8 = ColumnType<string, bigint | number | string, bigint | number | string>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface AccessLinks {
  bound_to: Buffer | null;
  created_at: Date;
  created_by: string | null;
  email: string | null;
  entered_at: Date | null;
  erased_at: Date | null;
  expires_at: Date;
  external_meeting_id: string | null;
  external_user_id: string | null;
  fields: JsonWithDefault<Record<string, string>>;
  id: string;
  is_name_asked: Generated<boolean>;
  is_permanent: boolean;
  phone: string | null;
  revoked_at: Date | null;
  role: "user" | "moderator";
  room_id: string;
  username: string;
}

export interface AccessTokens {
  expires_at: Date;
  family_id: string;
  token_hash: Buffer;
}

export interface AccountDeletions {
  failure: string | null;
  keeps_links: boolean;
  requested_at: Date;
  user_id: string;
}

export interface ActivityIntervals {
  ended_at: Date | null;
  ends_with_visit: Generated<boolean>;
  id: Generated<Int8>;
  kind: "tab" | "speaking";
  started_at: Date;
  visit_id: string;
}

export interface AllSpaces {
  chat_application_id: Generated<Int8>;
  created_at: Date;
  deleting_at: Date | null;
  description: string | null;
  id: string;
  is_public: boolean;
  logo: string | null;
  name: string;
  owner_id: string | null;
}

export interface AssetPieces {
  asset_id: string;
  bytes: Int8 | null;
  first: Int8;
  key: string;
}

export interface Assets {
  bytes: Int8;
  content_type: "video/mp4" | "video/quicktime" | "video/x-matroska" | "video/webm" | null;
  created_at: Date;
  created_by: string | null;
  deleted_at: Date | null;
  expires_at: Date | null;
  file_name: string;
  id: string;
  key: string;
  name: string;
  received: Generated<Int8>;
  space_id: string;
  state: Generated<"uploading" | "ready">;
  uploaded_at: Date | null;
}

export interface Calls {
  empty_since: Date | null;
  entries: number | null;
  finished_at: Date | null;
  id: string;
  most_present: Generated<number>;
  people: number | null;
  plan_alias: string;
  returns_until: Date | null;
  room_id: string;
  room_type: 'lesson' | 'webinar';
  space_id: string;
  started_at: Date;
}

export interface ChatApplications {
  m2m_token_hash: Buffer | null;
  settings: JsonColumn<Record<string, boolean>>;
  space_id: string;
}

export interface ChatChannels {
  created_at: Date;
  direct_of: string | null;
  epoch: string;
  id: Generated<Int8>;
  links_allowed: Generated<boolean>;
  room_id: string | null;
  session_id: string | null;
  slow_mode_seconds: Generated<number>;
  space_id: string;
  top: Generated<Int8>;
}

export interface ChatEvents {
  channel_id: Int8;
  created_at: Date;
  event: string;
  message_id: Int8 | null;
  payload: JsonColumn<Record<string, unknown>>;
  seq: Int8;
}

export interface ChatMembers {
  channel_id: Int8;
  joined_at: Date;
  left_at: Date | null;
  muted_until: Date | null;
  user_id: Int8;
}

export interface ChatMessages {
  channel_id: Int8;
  client_message_id: string | null;
  copy_of: Int8 | null;
  created_at: Date;
  deleted_at: Date | null;
  edited_at: Date | null;
  id: Generated<Int8>;
  meta: JsonColumn<Record<string, unknown>> | null;
  reply_to: Int8 | null;
  seq: Int8;
  text: string;
  type: "user" | "system";
  user_id: Int8 | null;
}

export interface ChatPins {
  channel_id: Int8;
  created_at: Date;
  id: Generated<Int8>;
  message_id: Int8;
}

export interface ChatPollOptions {
  id: Generated<Int8>;
  option: string;
  poll_id: Int8;
  valid: boolean;
}

export interface ChatPolls {
  are_results_hidden: Generated<boolean>;
  channel_id: Int8;
  created_at: Date;
  deleted_at: Date | null;
  id: Generated<Int8>;
  is_open_ended: boolean;
  is_personal: Generated<boolean>;
  is_single_choice: Generated<boolean>;
  position: Generated<number>;
  question: string;
  started_at: Date | null;
  status: Generated<"new" | "in_progress" | "done">;
  stopped_at: Date | null;
  template_id: string | null;
  with_answer: boolean;
}

export interface ChatPollVotes {
  answer: string | null;
  created_at: Date;
  id: Generated<Int8>;
  option_ids: ArrayType<Int8>;
  poll_id: Int8;
  user_id: Int8;
}

export interface ChatReactions {
  channel_id: Int8;
  created_at: Date;
  emoji: string;
  message_id: Int8;
  user_id: Int8;
}

export interface ChatUserParticipants {
  name: string;
  participant_id: string;
  user_id: Int8;
}

export interface ChatUsers {
  avatar_url: string | null;
  created_at: Date;
  display_name: string;
  erased_at: Date | null;
  id: Generated<Int8>;
  identity: string;
  kind: "participant" | "m2m" | "registered" | "guest";
  lang: string | null;
  password_hash: string | null;
  role: "user" | "moderator";
  space_id: string;
  username: string;
}

export interface ClaimedMemberships {
  former_role: "moderator" | "user" | null;
  role: "moderator" | "user";
  space_id: string;
  user_id: string;
}

export interface DeletedRooms {
  deleted_at: Date;
  id: string;
}

export interface EngineEvents {
  id: string;
  received_at: Date;
}

export interface Hands {
  id: Generated<Int8>;
  left_at: Date | null;
  lowered_at: Date | null;
  participant_id: string;
  raised_at: Date;
  room_id: string;
}

export interface IdempotencyKeys {
  answer: JsonColumn<unknown> | null;
  body_hash: Buffer;
  caller: string;
  created_at: Date;
  key: string;
  operation: string;
  status: number | null;
}

export interface Identities {
  email: string | null;
  issuer: string;
  last_used_at: Date | null;
  linked_at: Date;
  subject: string;
  user_id: string;
}

export interface Installation {
  id: Generated<string>;
  is_only: Generated<boolean>;
  key_proof: string | null;
  last_backup_at: Date | null;
}

export interface Invites {
  created_at: Date;
  created_by: string | null;
  expires_at: Date;
  id: string;
  revoked_at: Date | null;
  role: "moderator" | "user";
  space_id: string;
  used_at: Date | null;
  used_by: string | null;
}

export interface JobRuns {
  begun_at: Date | null;
  ended_at: Date | null;
  error: string | null;
  every_ms: number;
  lease_seconds: number | null;
  name: string;
  node: string;
  seconds: number | null;
}

export interface Leases {
  expires_at: Date;
  holder: string;
  name: string;
}

export interface LinkStanding {
  call_role: string | null;
  link_id: string | null;
  room_id: string | null;
}

export interface MediaIntervals {
  ended_at: Date | null;
  id: string;
  source: "microphone" | "camera" | "screen";
  started_at: Date;
  track_sid: string;
  visit_id: string;
}

export interface Migrations {
  applied_at: Generated<Date>;
  name: string;
}

export interface Nodes {
  draining_at: Date | null;
  free_bytes: Int8 | null;
  id: string;
  joined_by: "redis" | "centrifugo" | null;
  name: string | null;
  recorder_places: Generated<number>;
  roles: Generated<string[]>;
  seen_at: Date;
  settings: Json | null;
  speech: "works" | "broken" | null;
  started_at: Date;
  storage: string | null;
}

export interface OfferClicks {
  clicks: number;
  first_clicked_at: Date;
  item_id: string;
  participant_id: string;
  session_id: string;
}

export interface OriginalMessages {
  display_name: string | null;
  is_hidden: boolean;
  message_id: Int8;
  playback_id: string;
}

export interface Participants {
  admission: Generated<"admitted" | "waiting" | "refused">;
  browser_hash: Buffer;
  by_part: Generated<boolean>;
  call_id: string | null;
  created_at: Date;
  decided_at: Date | null;
  device: Json | null;
  email: string | null;
  erased_at: Date | null;
  external_meeting_id: string | null;
  external_user_id: string | null;
  fields: JsonWithDefault<{ id: string; title: string; value: string }[]>;
  id: string;
  is_name_given: Generated<boolean>;
  is_speaking_allowed: Generated<boolean>;
  joined_at: Date | null;
  link_id: string | null;
  name: string;
  origin: JsonColumn<Record<string, string>>;
  phone: string | null;
  removed_at: Date | null;
  role: "user" | "moderator";
  role_before: "user" | "moderator" | null;
  room_id: string;
  seen_at: Date | null;
  user_id: string | null;
}

export interface ParticipantStanding {
  account_admits: boolean | null;
  admission: string | null;
  ban: string | null;
  call_role: string | null;
  has_to_wait: boolean | null;
  is_account_revoked: boolean | null;
  is_admitted: boolean | null;
  is_excluded: boolean | null;
  is_in_call: boolean | null;
  is_link_revoked: boolean | null;
  is_waiting: boolean | null;
  is_watching: boolean | null;
  leads: boolean | null;
  may_enter_when_private: boolean | null;
  opened_at: Date | null;
  participant_id: string | null;
  role: string | null;
  room_id: string | null;
  stays_admitted: boolean | null;
  waits_for: string | null;
}

export interface PasswordResets {
  code_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  guesses: Generated<number>;
  user_id: string;
}

export interface PersonalTokens {
  created_at: Date;
  id: string;
  last_used_at: Date | null;
  name: string;
  token_hash: Buffer;
  user_id: string;
}

export interface PlaybackEvents {
  created_at: Date;
  deleted_at: Date | null;
  end_date: Date | null;
  id: string;
  name: string;
  planned_until: Date | null;
  playback_id: string;
  recurrence: string | null;
  start_date: Date | null;
  timezone: string;
}

export interface PlaybackMedia {
  duration: number | null;
  is_online: boolean | null;
  playback_id: string | null;
  video_id: string | null;
}

export interface Playbacks {
  asset_id: string | null;
  duration: number | null;
  is_chat_replayed: Generated<boolean>;
  is_replay_allowed: Generated<boolean>;
  readiness: Generated<"draft" | "preparing" | "ready" | "failed">;
  readiness_changed_at: Date;
  readiness_reason: "not_found" | "unreadable" | "no_video" | "too_long" | "storage" | "unknown" | null;
  record_id: string | null;
  replay_days: number | null;
  room_id: string;
  timeline_id: string;
  video_id: string | null;
}

export interface PlaybackSessions {
  chat_channel_id: Generated<Int8>;
  created_at: Date;
  end_date: Date | null;
  ended_by: string | null;
  erased_people: Generated<number>;
  event_id: string;
  finished_at: Date | null;
  id: string;
  is_permanent: boolean;
  playback_id: string;
  recurrence: string | null;
  report_announced_at: Date | null;
  start_date: Date;
  started_at: Date | null;
  timezone: string;
  video_id: string | null;
}

export interface ProviderFlows {
  expires_at: Date;
  family_id: string | null;
  key: Buffer;
  next: string | null;
}

export interface ProviderSessions {
  family_id: string;
  id_token: Buffer;
}

export interface QueuedEmails {
  attempts: Generated<number>;
  call_id: string | null;
  due_at: Generated<Date>;
  expires_at: Date;
  id: string;
  kind: 'attendance' | 'recording' | 'reminder';
  occasion: "requested" | "dayBefore" | "hourBefore" | "start" | "moved" | "cancelled" | null;
  record_id: string | null;
  reminder_id: string | null;
  room_id: string;
  user_id: string | null;
}

export interface Records {
  bytes: Int8 | null;
  call_id: string;
  created_at: Date;
  deleted_at: Date | null;
  duration: number | null;
  failure: "recorder_busy" | "no_picture" | "recorder_lost" | "media_lost" | "disk_full" | "room_deleted" | "broken" | null;
  files: JsonColumn<RecordFiles> | null;
  files_removed_at: Date | null;
  finished_at: Date | null;
  height: number | null;
  id: string;
  is_partial: Generated<boolean>;
  is_watching_allowed: boolean | null;
  layout: "speaker" | "grid";
  max_seconds: number;
  name: string;
  node_id: string | null;
  progress: number | null;
  quality: JsonColumn<RecordQuality> | null;
  room_id: string;
  space_id: string;
  started_at: Date | null;
  started_by_name: string | null;
  started_by_participant: string | null;
  started_by_user: string | null;
  state: "new" | "recording" | "processing" | "finished" | "aborted" | "failed";
  stop_reason: "person" | "call_ended" | "recorder" | "recorder_lost" | null;
  stopped_at: Date | null;
  width: number | null;
}

export interface RecordVoices {
  bytes: Int8;
  duration: number;
  erased_at: Date | null;
  external_user_id: string | null;
  file_removed_at: Date | null;
  key: string;
  name: string;
  number: number;
  offset_seconds: number;
  participant_id: string;
  record_id: string;
}

export interface RefreshTokens {
  expires_at: Date;
  family_id: string;
  rotated_at: Date | null;
  token_hash: Buffer;
}

export interface Reminders {
  created_at: Date;
  due_at: Date | null;
  email: string;
  id: string;
  kinds: ReminderKind[];
  language: Language;
  participant_id: string;
  playback_id: string;
  sequence: Generated<number>;
  session_id: string;
  start_date: Date;
  stopped_at: Date | null;
  timezone: string;
}

export interface Removals {
  ban: string | null;
  browser_hash: Buffer | null;
  external_user_id: string | null;
  link_id: string | null;
  participant_id: string | null;
  room_id: string | null;
  user_id: string | null;
}

export interface RoomRoles {
  created_at: Date;
  role: "owner" | "moderator" | "user";
  room_id: string;
  user_id: string;
}

export interface Rooms {
  alias: string;
  attendance_email: Generated<"nobody" | "owner" | "moderators">;
  attendance_rule: JsonWithDefault<AttendanceRule>;
  channel_id: Generated<Int8>;
  closes_at: Date | null;
  code: Generated<string>;
  created_at: Date;
  created_by: string | null;
  custom_fields: JsonWithDefault<CustomJoinField[]>;
  flags: JsonColumn<Record<RoomFlag, boolean>>;
  id: string;
  is_public: boolean;
  join_fields: JsonColumn<JoinField[]>;
  kind: Generated<"room" | "playback">;
  last_call_at: Date | null;
  name: string;
  opens_at: Date | null;
  opens_with: Generated<"anybody" | "moderator">;
  redirect_url: string | null;
  space_id: string;
  transcription_language: Generated<string>;
  type: "lesson" | "webinar" | "conference";
  waiting_room_audience: "nobody" | "guests" | "everyone";
}

export interface SearchedSegments {
  record_id: string;
  search: string;
  segment_id: string;
}

export interface SessionItems {
  at_second: number;
  closed_at: Date | null;
  content: Json;
  item_id: string;
  kind: string;
  message_id: Int8 | null;
  poll_id: Int8 | null;
  session_id: string;
  shown_at: Date;
  until_second: number | null;
}

export interface SessionReplays {
  channel_id: Int8;
  end_message_id: Int8;
  last_message_id: Int8;
  recorded_from: Date;
  session_id: string;
}

export interface SignInAttempts {
  count: number;
  key: Buffer;
  resets_at: Date;
}

export interface SocketPositions {
  channel: string;
  engine_epoch: string;
  engine_offset: Int8;
  epoch: string;
  moved_at: Date;
  seq: Int8;
}

export interface SpaceMembers {
  created_at: Date;
  role: "moderator" | "user";
  space_id: string;
  user_id: string;
}

export interface Spaces {
  chat_application_id: Generated<Int8>;
  created_at: Date;
  description: string | null;
  id: string;
  is_public: boolean;
  logo: string | null;
  name: string;
  owner_id: string;
}

export interface StageReactions {
  call_id: string;
  count: number;
  participant_id: string;
}

export interface TimelineItems {
  at_second: number;
  content: Json;
  id: string;
  kind: "offer" | "poll" | "message";
  playback_id: string;
  until_second: number | null;
}

export interface TokenFamilies {
  client_user_id: string | null;
  created_at: Date;
  id: string;
  ip: string | null;
  is_browser: Generated<boolean>;
  kind: "client" | "user";
  last_used_at: Date | null;
  revoked_at: Date | null;
  user_agent: string | null;
  user_id: string;
}

export interface TranscriptChunks {
  is_refused: Generated<boolean>;
  language: string | null;
  number: number;
  record_id: string;
  sentences: JsonColumn<StoredSentence[]>;
  voice: number;
}

export interface Transcripts {
  attempts: Generated<number>;
  away_since: Date | null;
  begun_at: Date | null;
  claim: string | null;
  claimed_until: Date | null;
  done_voices: Generated<number[]>;
  engine: string | null;
  failure: "no_audio" | "too_long" | "corrupted" | "language_unsupported" | "engine_unavailable" | "unknown" | null;
  finished_at: Date | null;
  language: string;
  node_id: string | null;
  progress: number | null;
  record_id: string;
  requested_at: Date;
  revision: Generated<number>;
  spoken_language: string | null;
  state: Generated<"waiting" | "running" | "ready" | "failed">;
  summary: JsonColumn<StoredSummary> | null;
  summary_attempts: Generated<number>;
  summary_due_at: Date | null;
  summary_version: Generated<number>;
  voice_seconds: Generated<number>;
  work_seconds: Generated<number>;
}

export interface TranscriptSegments {
  confidence: number | null;
  end_seconds: number;
  external_user_id: string | null;
  id: string;
  language: string | null;
  original_speaker: string | null;
  original_text: string | null;
  participant_id: string;
  record_id: string;
  speaker: string;
  start_seconds: number;
  text: string;
  words: JsonColumn<TranscriptWord[]>;
}

export interface Users {
  client_id: string | null;
  client_secret_hash: Buffer | null;
  created_at: Date;
  created_by_client_of: string | null;
  disabled_at: Date | null;
  email: string;
  email_verified_at: Date | null;
  entries_valid_from: Date | null;
  id: string;
  language: Language | null;
  may_create_users: Generated<boolean>;
  meetings_room_id: string | null;
  meetings_space_id: string | null;
  password_hash: string | null;
  phone: string | null;
  plan: "free" | "team" | "business" | "enterprise";
  username: string;
}

export interface VideoRenditions {
  bandwidth: number;
  bytes: Int8;
  codecs: string;
  durations: number[];
  height: number;
  name: "source" | "360p";
  ready_at: Date | null;
  video_id: string;
  width: number;
}

export interface Videos {
  asset_id: string | null;
  attempts: Generated<number>;
  claimed_until: Date | null;
  created_at: Date;
  deleted_at: Date | null;
  duration: number | null;
  failure: "not_found" | "unreadable" | "no_video" | "too_long" | "storage" | "unknown" | null;
  files_removed_at: Date | null;
  has_sound: boolean | null;
  height: number | null;
  id: string;
  name_key: Buffer;
  node_id: string | null;
  progress: number | null;
  ready_at: Date | null;
  record_id: string | null;
  small_attempts: Generated<number>;
  small_state: Generated<"none" | "waiting" | "preparing" | "ready" | "failed">;
  space_id: string;
  state: Generated<"waiting" | "preparing" | "ready" | "failed">;
  width: number | null;
}

export interface Viewings {
  closed_at: Date | null;
  id: string;
  interval_id: Int8 | null;
  is_playing: Generated<boolean>;
  is_tab_visible: Generated<boolean>;
  kind: "live" | "replay" | "permanent";
  opened_at: Date;
  participant_id: string;
  position: number;
  seen_at: Date;
  session_id: string;
}

export interface Views {
  definition: string;
  object: string;
  position: number;
}

export interface Visits {
  activity_number: Generated<number>;
  call_id: string;
  engine_sid: string;
  entered_at: Date;
  entry_id: string;
  exited_at: Date | null;
  id: string;
  participant_id: string;
}

export interface WatchIntervals {
  ended_at: Date;
  id: Generated<Int8>;
  is_tab_visible: boolean;
  position_from: number;
  position_to: number;
  started_at: Date;
  viewing_id: string;
}

export interface WebhookAttempts {
  answer: string | null;
  delivery_id: string;
  duration_ms: number;
  error: string | null;
  header_signature: string | null;
  id: string;
  number: number;
  signature: string | null;
  started_at: Date;
  status_code: number | null;
  url: string | null;
}

export interface WebhookDeliveries {
  attempts: Generated<number>;
  body: string;
  call_id: string | null;
  claimed_by: string | null;
  claimed_until: Date | null;
  created_at: Date;
  event_id: string;
  event_name: string;
  id: string;
  is_repeat: Generated<boolean>;
  is_test: Generated<boolean>;
  last_attempt: number | null;
  next_attempt_at: Date | null;
  record_id: string | null;
  room_id: string;
  sequence: Generated<Int8>;
  space_id: string;
  status: Generated<"pending" | "delivered" | "failed">;
  webhook_id: string;
}

export interface Webhooks {
  created_at: Date;
  events: Generated<OptionalEventName[]>;
  failed_in_row: Generated<number>;
  failed_since: Date | null;
  id: string;
  is_active: Generated<boolean>;
  is_first: Generated<boolean>;
  is_troubled: Generated<boolean>;
  last_failed_at: Date | null;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  secret: Buffer;
  skipped_events: Generated<EventName[]>;
  space_id: string | null;
  target: Generated<string>;
  url: string;
}

export interface DB {
  access_links: AccessLinks;
  access_tokens: AccessTokens;
  account_deletions: AccountDeletions;
  activity_intervals: ActivityIntervals;
  all_spaces: AllSpaces;
  asset_pieces: AssetPieces;
  assets: Assets;
  calls: Calls;
  chat_applications: ChatApplications;
  chat_channels: ChatChannels;
  chat_events: ChatEvents;
  chat_members: ChatMembers;
  chat_messages: ChatMessages;
  chat_pins: ChatPins;
  chat_poll_options: ChatPollOptions;
  chat_poll_votes: ChatPollVotes;
  chat_polls: ChatPolls;
  chat_reactions: ChatReactions;
  chat_user_participants: ChatUserParticipants;
  chat_users: ChatUsers;
  claimed_memberships: ClaimedMemberships;
  deleted_rooms: DeletedRooms;
  engine_events: EngineEvents;
  hands: Hands;
  idempotency_keys: IdempotencyKeys;
  identities: Identities;
  installation: Installation;
  invites: Invites;
  job_runs: JobRuns;
  leases: Leases;
  link_standing: LinkStanding;
  media_intervals: MediaIntervals;
  migrations: Migrations;
  nodes: Nodes;
  offer_clicks: OfferClicks;
  original_messages: OriginalMessages;
  participant_standing: ParticipantStanding;
  participants: Participants;
  password_resets: PasswordResets;
  personal_tokens: PersonalTokens;
  playback_events: PlaybackEvents;
  playback_media: PlaybackMedia;
  playback_sessions: PlaybackSessions;
  playbacks: Playbacks;
  provider_flows: ProviderFlows;
  provider_sessions: ProviderSessions;
  queued_emails: QueuedEmails;
  record_voices: RecordVoices;
  records: Records;
  refresh_tokens: RefreshTokens;
  reminders: Reminders;
  removals: Removals;
  room_roles: RoomRoles;
  rooms: Rooms;
  searched_segments: SearchedSegments;
  session_items: SessionItems;
  session_replays: SessionReplays;
  sign_in_attempts: SignInAttempts;
  socket_positions: SocketPositions;
  space_members: SpaceMembers;
  spaces: Spaces;
  stage_reactions: StageReactions;
  timeline_items: TimelineItems;
  token_families: TokenFamilies;
  transcript_chunks: TranscriptChunks;
  transcript_segments: TranscriptSegments;
  transcripts: Transcripts;
  users: Users;
  video_renditions: VideoRenditions;
  videos: Videos;
  viewings: Viewings;
  views: Views;
  visits: Visits;
  watch_intervals: WatchIntervals;
  webhook_attempts: WebhookAttempts;
  webhook_deliveries: WebhookDeliveries;
  webhooks: Webhooks;
}

export const columns = {
  access_links: ['id', 'room_id', 'username', 'role', 'external_user_id', 'external_meeting_id', 'email', 'phone', 'is_permanent', 'bound_to', 'created_by', 'created_at', 'expires_at', 'revoked_at', 'fields', 'entered_at', 'erased_at', 'is_name_asked'],
  access_tokens: ['token_hash', 'family_id', 'expires_at'],
  account_deletions: ['user_id', 'keeps_links', 'requested_at', 'failure'],
  activity_intervals: ['id', 'visit_id', 'kind', 'started_at', 'ended_at', 'ends_with_visit'],
  all_spaces: ['id', 'name', 'description', 'logo', 'is_public', 'owner_id', 'chat_application_id', 'created_at', 'deleting_at'],
  asset_pieces: ['key', 'asset_id', 'first', 'bytes'],
  assets: ['id', 'space_id', 'name', 'file_name', 'content_type', 'bytes', 'received', 'state', 'key', 'created_by', 'created_at', 'uploaded_at', 'expires_at', 'deleted_at'],
  calls: ['id', 'room_id', 'space_id', 'plan_alias', 'room_type', 'started_at', 'empty_since', 'returns_until', 'finished_at', 'most_present', 'entries', 'people'],
  chat_applications: ['space_id', 'settings', 'm2m_token_hash'],
  chat_channels: ['id', 'space_id', 'room_id', 'direct_of', 'epoch', 'top', 'slow_mode_seconds', 'links_allowed', 'created_at', 'session_id'],
  chat_events: ['channel_id', 'seq', 'event', 'payload', 'message_id', 'created_at'],
  chat_members: ['channel_id', 'user_id', 'joined_at', 'left_at', 'muted_until'],
  chat_messages: ['id', 'channel_id', 'seq', 'type', 'user_id', 'text', 'meta', 'reply_to', 'client_message_id', 'created_at', 'edited_at', 'deleted_at', 'copy_of'],
  chat_pins: ['id', 'channel_id', 'message_id', 'created_at'],
  chat_poll_options: ['id', 'poll_id', 'option', 'valid'],
  chat_poll_votes: ['id', 'poll_id', 'user_id', 'option_ids', 'answer', 'created_at'],
  chat_polls: ['id', 'channel_id', 'question', 'with_answer', 'is_open_ended', 'status', 'template_id', 'created_at', 'stopped_at', 'started_at', 'deleted_at', 'is_personal', 'is_single_choice', 'are_results_hidden', 'position'],
  chat_reactions: ['message_id', 'emoji', 'user_id', 'created_at', 'channel_id'],
  chat_user_participants: ['participant_id', 'user_id', 'name'],
  chat_users: ['id', 'space_id', 'identity', 'kind', 'role', 'username', 'display_name', 'avatar_url', 'lang', 'password_hash', 'created_at', 'erased_at'],
  claimed_memberships: ['user_id', 'space_id', 'role', 'former_role'],
  deleted_rooms: ['id', 'deleted_at'],
  engine_events: ['id', 'received_at'],
  hands: ['id', 'room_id', 'participant_id', 'raised_at', 'lowered_at', 'left_at'],
  idempotency_keys: ['caller', 'operation', 'key', 'body_hash', 'status', 'answer', 'created_at'],
  identities: ['user_id', 'issuer', 'subject', 'email', 'linked_at', 'last_used_at'],
  installation: ['is_only', 'id', 'key_proof', 'last_backup_at'],
  invites: ['id', 'space_id', 'role', 'created_by', 'created_at', 'expires_at', 'used_at', 'used_by', 'revoked_at'],
  job_runs: ['name', 'node', 'every_ms', 'lease_seconds', 'begun_at', 'ended_at', 'seconds', 'error'],
  leases: ['name', 'holder', 'expires_at'],
  link_standing: ['link_id', 'room_id', 'call_role'],
  media_intervals: ['id', 'visit_id', 'source', 'track_sid', 'started_at', 'ended_at'],
  migrations: ['name', 'applied_at'],
  nodes: ['id', 'started_at', 'seen_at', 'joined_by', 'roles', 'storage', 'recorder_places', 'free_bytes', 'name', 'settings', 'draining_at', 'speech'],
  offer_clicks: ['session_id', 'item_id', 'participant_id', 'first_clicked_at', 'clicks'],
  original_messages: ['playback_id', 'message_id', 'is_hidden', 'display_name'],
  participant_standing: ['participant_id', 'room_id', 'role', 'leads', 'may_enter_when_private', 'is_account_revoked', 'is_link_revoked', 'account_admits', 'is_in_call', 'is_watching', 'admission', 'stays_admitted', 'has_to_wait', 'opened_at', 'is_waiting', 'waits_for', 'ban', 'is_excluded', 'is_admitted', 'call_role'],
  participants: ['id', 'room_id', 'call_id', 'link_id', 'user_id', 'browser_hash', 'name', 'role', 'external_user_id', 'external_meeting_id', 'email', 'phone', 'origin', 'is_speaking_allowed', 'created_at', 'joined_at', 'removed_at', 'admission', 'fields', 'decided_at', 'seen_at', 'by_part', 'device', 'erased_at', 'role_before', 'is_name_given'],
  password_resets: ['user_id', 'code_hash', 'guesses', 'created_at', 'expires_at'],
  personal_tokens: ['id', 'user_id', 'name', 'token_hash', 'created_at', 'last_used_at'],
  playback_events: ['id', 'playback_id', 'name', 'start_date', 'end_date', 'recurrence', 'timezone', 'planned_until', 'created_at', 'deleted_at'],
  playback_media: ['playback_id', 'video_id', 'duration', 'is_online'],
  playback_sessions: ['id', 'event_id', 'playback_id', 'start_date', 'end_date', 'is_permanent', 'recurrence', 'timezone', 'chat_channel_id', 'video_id', 'started_at', 'finished_at', 'ended_by', 'created_at', 'report_announced_at', 'erased_people'],
  playbacks: ['room_id', 'record_id', 'asset_id', 'video_id', 'timeline_id', 'readiness', 'readiness_changed_at', 'readiness_reason', 'duration', 'is_chat_replayed', 'is_replay_allowed', 'replay_days'],
  provider_flows: ['key', 'next', 'family_id', 'expires_at'],
  provider_sessions: ['family_id', 'id_token'],
  queued_emails: ['id', 'kind', 'room_id', 'call_id', 'user_id', 'attempts', 'due_at', 'expires_at', 'reminder_id', 'occasion', 'record_id'],
  record_voices: ['record_id', 'number', 'participant_id', 'external_user_id', 'name', 'offset_seconds', 'duration', 'bytes', 'key', 'erased_at', 'file_removed_at'],
  records: ['id', 'space_id', 'room_id', 'call_id', 'name', 'layout', 'state', 'node_id', 'started_by_user', 'started_by_participant', 'started_by_name', 'max_seconds', 'created_at', 'started_at', 'stopped_at', 'stop_reason', 'finished_at', 'failure', 'duration', 'width', 'height', 'bytes', 'is_partial', 'quality', 'progress', 'files', 'deleted_at', 'files_removed_at', 'is_watching_allowed'],
  refresh_tokens: ['token_hash', 'family_id', 'expires_at', 'rotated_at'],
  reminders: ['id', 'playback_id', 'participant_id', 'session_id', 'email', 'language', 'timezone', 'kinds', 'start_date', 'sequence', 'due_at', 'stopped_at', 'created_at'],
  removals: ['participant_id', 'room_id', 'link_id', 'user_id', 'browser_hash', 'external_user_id', 'ban'],
  room_roles: ['room_id', 'user_id', 'role', 'created_at'],
  rooms: ['id', 'space_id', 'alias', 'name', 'type', 'is_public', 'flags', 'waiting_room_audience', 'redirect_url', 'join_fields', 'channel_id', 'last_call_at', 'created_by', 'created_at', 'custom_fields', 'attendance_rule', 'attendance_email', 'kind', 'transcription_language', 'code', 'opens_with', 'opens_at', 'closes_at'],
  searched_segments: ['segment_id', 'record_id', 'search'],
  session_items: ['session_id', 'item_id', 'at_second', 'until_second', 'kind', 'content', 'shown_at', 'poll_id', 'message_id', 'closed_at'],
  session_replays: ['session_id', 'channel_id', 'recorded_from', 'last_message_id', 'end_message_id'],
  sign_in_attempts: ['key', 'count', 'resets_at'],
  socket_positions: ['channel', 'epoch', 'seq', 'engine_epoch', 'engine_offset', 'moved_at'],
  space_members: ['space_id', 'user_id', 'role', 'created_at'],
  spaces: ['id', 'name', 'description', 'logo', 'is_public', 'owner_id', 'chat_application_id', 'created_at'],
  stage_reactions: ['call_id', 'participant_id', 'count'],
  timeline_items: ['id', 'playback_id', 'at_second', 'until_second', 'kind', 'content'],
  token_families: ['id', 'kind', 'user_id', 'client_user_id', 'created_at', 'revoked_at', 'is_browser', 'user_agent', 'ip', 'last_used_at'],
  transcript_chunks: ['record_id', 'voice', 'number', 'language', 'sentences', 'is_refused'],
  transcript_segments: ['id', 'record_id', 'start_seconds', 'end_seconds', 'text', 'original_text', 'speaker', 'original_speaker', 'participant_id', 'external_user_id', 'language', 'confidence', 'words'],
  transcripts: ['record_id', 'state', 'failure', 'language', 'spoken_language', 'engine', 'revision', 'progress', 'node_id', 'claim', 'claimed_until', 'attempts', 'done_voices', 'away_since', 'requested_at', 'begun_at', 'finished_at', 'work_seconds', 'voice_seconds', 'summary', 'summary_version', 'summary_due_at', 'summary_attempts'],
  users: ['id', 'email', 'username', 'phone', 'password_hash', 'plan', 'client_id', 'client_secret_hash', 'created_by_client_of', 'created_at', 'disabled_at', 'meetings_space_id', 'meetings_room_id', 'may_create_users', 'entries_valid_from', 'language', 'email_verified_at'],
  video_renditions: ['video_id', 'name', 'width', 'height', 'bandwidth', 'codecs', 'durations', 'bytes', 'ready_at'],
  videos: ['id', 'space_id', 'record_id', 'asset_id', 'state', 'failure', 'duration', 'width', 'height', 'has_sound', 'progress', 'name_key', 'node_id', 'claimed_until', 'attempts', 'created_at', 'ready_at', 'deleted_at', 'files_removed_at', 'small_state', 'small_attempts'],
  viewings: ['id', 'session_id', 'participant_id', 'kind', 'opened_at', 'seen_at', 'position', 'is_playing', 'is_tab_visible', 'interval_id', 'closed_at'],
  views: ['position', 'object', 'definition'],
  visits: ['id', 'call_id', 'participant_id', 'entry_id', 'engine_sid', 'entered_at', 'exited_at', 'activity_number'],
  watch_intervals: ['id', 'viewing_id', 'started_at', 'ended_at', 'position_from', 'position_to', 'is_tab_visible'],
  webhook_attempts: ['id', 'delivery_id', 'started_at', 'duration_ms', 'status_code', 'answer', 'error', 'number', 'url', 'signature', 'header_signature'],
  webhook_deliveries: ['id', 'sequence', 'webhook_id', 'event_id', 'event_name', 'space_id', 'room_id', 'record_id', 'call_id', 'body', 'status', 'attempts', 'next_attempt_at', 'claimed_until', 'claimed_by', 'is_repeat', 'created_at', 'is_test', 'last_attempt'],
  webhooks: ['id', 'space_id', 'url', 'secret', 'is_active', 'created_at', 'target', 'previous_secret', 'previous_secret_until', 'failed_in_row', 'failed_since', 'last_failed_at', 'is_troubled', 'events', 'is_first', 'skipped_events'],
} as const;
