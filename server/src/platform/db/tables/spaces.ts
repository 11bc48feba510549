import type { GeneratedBigint, JsonColumn, JsonWithDefault, Later } from './columns.ts';

/** Groups, their rooms, and who may come in. */
export interface SpaceTables {
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
}
