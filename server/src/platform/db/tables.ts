import type { ColumnType, Generated } from 'kysely';

type JsonColumn<T> = ColumnType<T, string, string>;
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;
/** A column that may be left out where it is null. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** bigint comes from the driver as text, since a double cannot hold all of it. */
type GeneratedBigint = ColumnType<string, string | undefined, string>;

export interface Tables {
  users: {
    id: string;
    email: string;
    username: string;
    phone: string | null;
    password_hash: string;
    plan: 'free' | 'team' | 'business' | 'enterprise';
    client_id: string | null;
    client_secret_hash: Buffer | null;
    created_by_client_of: string | null;
    created_at: Date;
    disabled_at: Later<Date>;
    meetings_space_id: Later<string>;
    meetings_room_id: Later<string>;
  };
  personal_tokens: {
    id: string;
    user_id: string;
    name: string;
    token_hash: Buffer;
    created_at: Date;
    last_used_at: Date | null;
  };
  token_families: {
    id: string;
    kind: 'client' | 'user';
    user_id: string;
    client_user_id: string | null;
    created_at: Date;
    revoked_at: Date | null;
    is_browser: Generated<boolean>;
    user_agent: Later<string>;
    ip: Later<string>;
    last_used_at: Later<Date>;
  };
  password_resets: {
    user_id: string;
    code_hash: Buffer;
    guesses: Generated<number>;
    created_at: Date;
    expires_at: Date;
  };
  sign_in_attempts: { key: Buffer; count: number; resets_at: Date };
  access_tokens: { token_hash: Buffer; family_id: string; expires_at: Date };
  refresh_tokens: { token_hash: Buffer; family_id: string; expires_at: Date; rotated_at: Date | null };
  spaces: {
    id: string;
    name: string;
    description: string | null;
    logo: string | null;
    is_public: boolean;
    owner_id: string;
    chat_application_id: GeneratedBigint;
    created_at: Date;
  };
  invites: {
    id: string;
    space_id: string;
    role: 'moderator' | 'user';
    created_by: string | null;
    created_at: Date;
    expires_at: Date;
    used_at: Later<Date>;
    used_by: Later<string>;
    revoked_at: Later<Date>;
  };
  space_members: { space_id: string; user_id: string; role: 'moderator' | 'user'; created_at: Date };
  rooms: {
    id: string;
    space_id: string;
    alias: string;
    name: string;
    type: 'lesson' | 'webinar';
    is_public: boolean;
    flags: JsonColumn<Record<string, boolean>>;
    waiting_room_audience: 'nobody' | 'guests' | 'everyone';
    redirect_url: string | null;
    join_fields: JsonColumn<unknown[]>;
    custom_fields: JsonWithDefault<unknown[]>;
    channel_id: GeneratedBigint;
    last_call_at: Date | null;
    created_by: string | null;
    created_at: Date;
  };
  room_roles: { room_id: string; user_id: string; role: 'owner' | 'moderator' | 'user'; created_at: Date };
  access_links: {
    id: string;
    room_id: string;
    username: string;
    role: 'user' | 'moderator';
    external_user_id: string | null;
    external_meeting_id: string | null;
    email: string | null;
    phone: string | null;
    fields: JsonWithDefault<Record<string, string>>;
    entered_at: Later<Date>;
    is_permanent: boolean;
    bound_to: Buffer | null;
    created_by: string | null;
    created_at: Date;
    expires_at: Date;
    revoked_at: Date | null;
  };
  calls: {
    id: string;
    room_id: string;
    space_id: string;
    plan_alias: string;
    room_type: 'lesson' | 'webinar';
    started_at: Date;
    empty_since: Date | null;
    returns_until: Date | null;
    finished_at: Date | null;
    most_present: Generated<number>;
  };
  participants: {
    id: string;
    room_id: string;
    call_id: string | null;
    link_id: string | null;
    user_id: string | null;
    browser_hash: Buffer;
    name: string;
    role: 'user' | 'moderator';
    external_user_id: string | null;
    external_meeting_id: string | null;
    email: string | null;
    phone: string | null;
    origin: JsonColumn<Record<string, string>>;
    is_speaking_allowed: Generated<boolean>;
    by_part: Generated<boolean>;
    admission: Generated<'admitted' | 'waiting' | 'refused'>;
    fields: JsonWithDefault<{ id: string; title: string; value: string }[]>;
    decided_at: Later<Date>;
    seen_at: Later<Date>;
    created_at: Date;
    joined_at: Date | null;
    removed_at: Date | null;
  };
  visits: {
    id: string;
    call_id: string;
    participant_id: string;
    entry_id: string;
    engine_sid: string;
    entered_at: Date;
    exited_at: Date | null;
  };
  media_intervals: {
    id: string;
    visit_id: string;
    source: 'microphone' | 'camera' | 'screen';
    track_sid: string;
    started_at: Date;
    ended_at: Date | null;
  };
  engine_events: { id: string; received_at: Date };
  webhooks: {
    id: string;
    space_id: string;
    url: string;
    secret: Buffer;
    is_active: Generated<boolean>;
    created_at: Date;
    target: ColumnType<string, never, never>;
    previous_secret: Later<Buffer>;
    previous_secret_until: Later<Date>;
    failed_in_row: Generated<number>;
    failed_since: Later<Date>;
    last_failed_at: Later<Date>;
    is_troubled: Generated<boolean>;
  };
  webhook_deliveries: {
    id: string;
    sequence: GeneratedBigint;
    webhook_id: string;
    event_id: string;
    event_name: string;
    space_id: string;
    room_id: string;
    record_id: string | null;
    call_id: string | null;
    body: string;
    status: Generated<'pending' | 'delivered' | 'failed'>;
    attempts: Generated<number>;
    next_attempt_at: Date | null;
    claimed_until: Date | null;
    claimed_by: string | null;
    is_repeat: Generated<boolean>;
    is_test: Generated<boolean>;
    last_attempt: Later<number>;
    created_at: Date;
  };
  webhook_attempts: {
    id: string;
    delivery_id: string;
    started_at: Date;
    duration_ms: number;
    status_code: number | null;
    answer: string | null;
    error: string | null;
    number: number;
    url: string | null;
    signature: string | null;
    header_signature: string | null;
  };
  idempotency_keys: {
    caller: string;
    operation: string;
    key: string;
    body_hash: Buffer;
    status: number | null;
    answer: JsonColumn<unknown> | null;
    created_at: Date;
  };
  chat_applications: {
    space_id: string;
    settings: JsonColumn<Record<string, boolean>>;
    m2m_token_hash: Buffer | null;
  };
  chat_channels: {
    id: GeneratedBigint;
    space_id: string;
    room_id: string | null;
    direct_of: string | null;
    epoch: string;
    top: GeneratedBigint;
    slow_mode_seconds: Generated<number>;
    links_allowed: Generated<boolean>;
    created_at: Date;
  };
  chat_users: {
    id: GeneratedBigint;
    space_id: string;
    identity: string;
    kind: 'participant' | 'm2m' | 'registered' | 'guest';
    role: 'user' | 'moderator';
    username: string;
    display_name: string;
    avatar_url: string | null;
    lang: string | null;
    password_hash: string | null;
    created_at: Date;
    erased_at: Later<Date>;
  };
  chat_user_participants: { participant_id: string; user_id: string; name: string };
  chat_members: {
    channel_id: string;
    user_id: string;
    joined_at: Date;
    left_at: Date | null;
    muted_until: Date | null;
  };
  chat_events: {
    channel_id: string;
    seq: string;
    event: string;
    payload: JsonColumn<Record<string, unknown>>;
    message_id: string | null;
    created_at: Date;
  };
  chat_messages: {
    id: GeneratedBigint;
    channel_id: string;
    seq: string;
    type: 'user' | 'system';
    user_id: string | null;
    text: string;
    meta: JsonColumn<Record<string, unknown> | null> | null;
    reply_to: string | null;
    client_message_id: string | null;
    created_at: Date;
    edited_at: Date | null;
    deleted_at: Date | null;
  };
  chat_reactions: { message_id: string; emoji: string; user_id: string; created_at: Date };
  chat_pins: { id: GeneratedBigint; channel_id: string; message_id: string; created_at: Date };
  chat_polls: {
    id: GeneratedBigint;
    channel_id: string;
    question: string;
    with_answer: boolean;
    is_open_ended: boolean;
    status: Generated<'new' | 'in_progress' | 'done'>;
    template_id: string | null;
    created_at: Date;
    stopped_at: Date | null;
  };
  chat_poll_options: { id: GeneratedBigint; poll_id: string; option: string; valid: boolean };
  chat_poll_votes: {
    id: GeneratedBigint;
    poll_id: string;
    user_id: string;
    option_ids: string[];
    answer: string | null;
    created_at: Date;
  };
  hands: {
    id: GeneratedBigint;
    room_id: string;
    participant_id: string;
    raised_at: Date;
    lowered_at: Date | null;
  };
  stage_reactions: { call_id: string; participant_id: string; count: number };
}
