-- Viewings and watched intervals: the parts of a session of an automatic webinar that each person watched.

-- One page of one participant that watches one session. Two tabs are two viewings.
CREATE TABLE viewings (
  id text PRIMARY KEY,
  session_id text NOT NULL REFERENCES playback_sessions ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('live', 'replay', 'permanent')),
  opened_at timestamptz NOT NULL,
  -- Of the last report: when it arrived, and what it said. A report ends the part that was watched since the one before.
  seen_at timestamptz NOT NULL,
  position double precision NOT NULL,
  is_playing boolean NOT NULL DEFAULT false,
  is_tab_visible boolean NOT NULL DEFAULT true,
  -- The interval that the next report may lengthen.
  interval_id bigint,
  -- When the page was closed, or its last report if it was silent since.
  closed_at timestamptz
) WITH (fillfactor = 70);
-- Without the columns that each report changes, so that a report writes no index.
CREATE INDEX viewings_open ON viewings (session_id, kind) WHERE closed_at IS NULL;
CREATE INDEX viewings_session ON viewings (session_id, participant_id);
CREATE INDEX viewings_participant ON viewings (participant_id);

CREATE TABLE watch_intervals (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  viewing_id text NOT NULL REFERENCES viewings ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  -- seconds of the video
  position_from double precision NOT NULL,
  position_to double precision NOT NULL,
  is_tab_visible boolean NOT NULL,
  CHECK (ended_at >= started_at AND position_to >= position_from)
) WITH (fillfactor = 70);
CREATE INDEX watch_intervals_viewing ON watch_intervals (viewing_id);
