-- Personal tokens with scopes and an end (docs/decisions/0200), and tokens of groups (docs/decisions/0201).
ALTER TABLE personal_tokens
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{all}'
    CHECK (cardinality(scopes) > 0 AND scopes <@ '{all,read,rooms,reports,recordings,webhooks}'),
  -- NULL: until it is deleted.
  ADD COLUMN expires_at timestamptz,
  -- The account that made the token of a group. NULL: a person's own token, or the account was deleted.
  ADD COLUMN created_by text REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX personal_tokens_expiry ON personal_tokens (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX personal_tokens_creator ON personal_tokens (created_by) WHERE created_by IS NOT NULL;

-- The account of a group, for which the tokens of the group act. Nobody signs in to it. NULL: a person's.
ALTER TABLE users ADD COLUMN service_space_id text REFERENCES all_spaces (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX users_service ON users (service_space_id) WHERE service_space_id IS NOT NULL;

-- The membership of this account: its role is moderator, and space_standing makes it owner.
ALTER TABLE space_members ADD COLUMN is_service boolean NOT NULL DEFAULT false;
