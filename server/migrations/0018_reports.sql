-- The rule by which a person counts as present in the report of a call.
ALTER TABLE rooms
  ADD COLUMN attendance_rule jsonb NOT NULL DEFAULT '{"minShare": 0.85, "minSeconds": 0}';

-- A final report changes by erasures only; their number is its revision.
ALTER TABLE participants ADD COLUMN erased_at timestamptz;
UPDATE participants SET erased_at = now() WHERE external_user_id ~ '^erased:[0-9a-f]{24}$' AND name = 'Erased person';
ALTER TABLE access_links ADD COLUMN erased_at timestamptz;
UPDATE access_links SET erased_at = now() WHERE external_user_id ~ '^erased:[0-9a-f]{24}$' AND username = 'Erased person';

-- The calls of a whole group in a period.
CREATE INDEX calls_space_started ON calls (space_id, started_at) WHERE finished_at IS NOT NULL;
