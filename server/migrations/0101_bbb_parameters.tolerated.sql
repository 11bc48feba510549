-- Where a person goes after leaving a meeting of BigBlueButton. NULL: where everybody goes.
ALTER TABLE bbb_joins ADD COLUMN logout_url text;

-- Our copies of the logos of meetings (docs/decisions/0216).
CREATE TABLE bbb_logos (
  meeting_id text PRIMARY KEY REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  -- The address from which it was loaded.
  url text NOT NULL,
  loaded_at timestamptz NOT NULL,
  -- It is NULL if nothing that can be shown was there.
  type text,
  bytes bytea
);
