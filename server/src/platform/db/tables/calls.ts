import type { Generated } from 'kysely';
import type { GeneratedBigint, JsonColumn, JsonWithDefault, Later } from './columns.ts';

/** Calls, and what people do in them. */
export interface CallTables {
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
    /** Kept where the visits are erased. */
    entries: Later<number>;
    people: Later<number>;
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
  deleted_rooms: { id: string; deleted_at: Date };
  hands: {
    id: GeneratedBigint;
    room_id: string;
    participant_id: string;
    raised_at: Date;
    lowered_at: Date | null;
  };
  stage_reactions: { call_id: string; participant_id: string; count: number };
}
