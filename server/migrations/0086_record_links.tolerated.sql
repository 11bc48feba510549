-- Links to a recording for people without an account (docs/decisions/0194).
CREATE TABLE record_links (
  id text PRIMARY KEY,
  record_id text NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  -- SHA-256 of the token in the address; the token is stored nowhere.
  token_hash bytea NOT NULL UNIQUE,
  -- For whom it is; NULL: not given, or the recording was deleted.
  note text,
  is_download_allowed boolean NOT NULL,
  -- NULL: the account was deleted.
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_opened_at timestamptz
);
CREATE INDEX record_links_record ON record_links (record_id, id);
CREATE INDEX record_links_creator ON record_links (created_by) WHERE created_by IS NOT NULL;
