import type { Generated } from 'kysely';
import type { GeneratedBigint, JsonColumn, Later } from './columns.ts';

/** The conversation. */
export interface ChatTables {
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
  chat_reactions: {
    channel_id: string;
    message_id: string;
    emoji: string;
    user_id: string;
    created_at: Date;
  };
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
}
