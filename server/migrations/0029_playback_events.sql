-- The schedule of an automatic webinar, and its sessions. An event without start_date is permanent; with a recurrence
-- it is recurring; otherwise it takes place once.
CREATE TABLE playback_events (
  id text PRIMARY KEY,
  playback_id text NOT NULL REFERENCES rooms ON DELETE CASCADE,
  name text NOT NULL,
  start_date timestamptz,
  end_date timestamptz,
  recurrence text,
  timezone text NOT NULL,
  -- Sessions of a recurring event exist up to this time.
  planned_until timestamptz,
  created_at timestamptz NOT NULL,
  -- A deleted event is kept for the sessions that have begun.
  deleted_at timestamptz,
  CHECK (recurrence IS NULL OR start_date IS NOT NULL),
  CHECK ((end_date IS NULL) = (recurrence IS NULL))
);
CREATE INDEX playback_events_playback ON playback_events (playback_id, id);
CREATE INDEX playback_events_recurring ON playback_events (id) WHERE recurrence IS NOT NULL AND deleted_at IS NULL;

-- A session has begun from start_date on by the clock. started_at and finished_at are the moments at which a node
-- announced it. A session that was cancelled before its start has finished_at only.
CREATE TABLE playback_sessions (
  id text PRIMARY KEY,
  event_id text NOT NULL REFERENCES playback_events ON DELETE CASCADE,
  playback_id text NOT NULL REFERENCES rooms ON DELETE CASCADE,
  start_date timestamptz NOT NULL,
  -- NULL: permanent, or the length of the video is unknown.
  end_date timestamptz,
  -- As the event was when the session began: later changes of the event leave it unchanged.
  is_permanent boolean NOT NULL,
  recurrence text,
  timezone text NOT NULL,
  chat_channel_id bigint NOT NULL DEFAULT nextval('chat_ids') UNIQUE,
  -- The video that it plays, fixed when it begins.
  video_id text,
  started_at timestamptz,
  finished_at timestamptz,
  -- The account that ended or cancelled it.
  ended_by text,
  created_at timestamptz NOT NULL,
  UNIQUE (event_id, start_date)
);
CREATE INDEX playback_sessions_playback ON playback_sessions (playback_id, start_date);
CREATE INDEX playback_sessions_due ON playback_sessions (start_date) WHERE started_at IS NULL AND finished_at IS NULL;
CREATE INDEX playback_sessions_running ON playback_sessions (end_date) WHERE started_at IS NOT NULL AND finished_at IS NULL;

-- The prepared video of a playback. A playback that is offline keeps its video, but its sessions play nothing.
CREATE VIEW playback_media AS
  SELECT p.room_id AS playback_id, v.id AS video_id, v.duration, p.readiness = 'ready' AS is_online
  FROM playbacks p JOIN videos v ON v.id = p.video_id AND v.state = 'ready' AND v.deleted_at IS NULL;
