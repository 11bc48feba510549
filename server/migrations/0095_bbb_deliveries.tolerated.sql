-- Requests to the systems that use the BigBlueButton API: callbacks of a meeting (docs/decisions/0210).
CREATE TABLE bbb_deliveries (
  id text PRIMARY KEY,
  space_id text NOT NULL REFERENCES all_spaces (id) ON DELETE CASCADE,
  meeting_id text NOT NULL REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  event_name text NOT NULL CHECK (event_name IN ('end', 'recording-ready', 'analytics')),
  -- As it was given, with the parameters of an `end`; the key and the signature are never stored.
  url text NOT NULL,
  -- The limit of requests at once protects this receiver.
  receiver text NOT NULL
    GENERATED ALWAYS AS (space_id || ' ' || coalesce(substring(lower(url) FROM '^https?://[^/?#]{1,250}'), '')) STORED,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- The number of its last attempt if one more was requested.
  last_attempt integer,
  next_attempt_at timestamptz,
  claimed_by text,
  claimed_until timestamptz,
  created_at timestamptz NOT NULL,
  -- No attempt is planned for a later moment.
  expires_at timestamptz NOT NULL
);
-- Each callback of a meeting happens once.
CREATE UNIQUE INDEX bbb_deliveries_once ON bbb_deliveries (meeting_id, event_name, md5(url));
CREATE INDEX bbb_deliveries_due ON bbb_deliveries (receiver, next_attempt_at) WHERE status = 'pending';
CREATE INDEX bbb_deliveries_held ON bbb_deliveries (claimed_until)
  WHERE status = 'pending' AND claimed_until IS NOT NULL;
CREATE INDEX bbb_deliveries_log ON bbb_deliveries (space_id, created_at, id);
CREATE INDEX bbb_deliveries_ended ON bbb_deliveries (created_at) WHERE status <> 'pending';

CREATE TABLE bbb_delivery_attempts (
  id text PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES bbb_deliveries (id) ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  answer text,
  error text
);
CREATE INDEX bbb_delivery_attempts_delivery ON bbb_delivery_attempts (delivery_id, started_at);

-- Recordings of ended meetings that wait for their last part.
CREATE INDEX bbb_recordings_processing ON bbb_recordings (meeting_id) WHERE state = 'processing';
