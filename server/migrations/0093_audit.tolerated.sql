-- An entry names who changed what in groups, accounts, tokens, webhooks, recordings and settings (docs/decisions/0204).
CREATE TABLE audit_entries (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  -- No reference: the entries of a deleted group stay for the operator. NULL: it is about no group.
  space_id text,
  -- The kind of the credential, or operator: a command.
  actor text NOT NULL,
  -- NULL: the operator, a token of a group, or the account was deleted.
  user_id text REFERENCES users (id) ON DELETE SET NULL,
  -- The personal token or the token of a group. No reference: it may be revoked.
  token_id text,
  -- The name of the operation, or the words of the command.
  action text NOT NULL,
  kind text NOT NULL,
  object_id text,
  address text
);
CREATE INDEX audit_entries_space ON audit_entries (space_id, id);
CREATE INDEX audit_entries_time ON audit_entries (at);
CREATE INDEX audit_entries_user ON audit_entries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_object ON audit_entries (object_id) WHERE object_id IS NOT NULL;
