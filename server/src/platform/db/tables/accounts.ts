import type { Generated } from 'kysely';
import type { Later } from './columns.ts';

/** Accounts, and what they sign in with. */
export interface AccountTables {
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
    may_create_users: Generated<boolean>;
    entries_valid_from: Later<Date>;
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
}
