-- Attendance reports need devices and activity besides visits and media. Nodes of an older version write neither.

-- The device of the last entry: deviceType, platform, platformVersion, browser, browserVersion; null: entered before
-- this migration, or erased.
ALTER TABLE participants ADD COLUMN IF NOT EXISTS device jsonb;

-- An interval in which the tab of a visit was visible, or its participant spoke, as the page reported it. `seen_at` is the last report that
-- confirmed an interval.
CREATE TABLE IF NOT EXISTS activity_intervals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  visit_id text NOT NULL REFERENCES visits (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('tab', 'speaking')),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  seen_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS activity_intervals_visit ON activity_intervals (visit_id);
-- No index contains `seen_at`, so that a renewal changes no index.
CREATE UNIQUE INDEX IF NOT EXISTS activity_intervals_open ON activity_intervals (visit_id, kind) WHERE ended_at IS NULL;
