-- What is kept of a session after its end.
ALTER TABLE playback_sessions
  -- When the event report_ready was announced; NULL: not yet, or the session was cancelled.
  ADD COLUMN report_announced_at timestamptz,
  -- How many of its people the retention deleted; the others are counted by their viewings.
  ADD COLUMN erased_people integer NOT NULL DEFAULT 0;
-- A session that ended before this version gets no event.
UPDATE playback_sessions SET report_announced_at = finished_at WHERE started_at IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX playback_sessions_unannounced ON playback_sessions (finished_at)
  WHERE finished_at IS NOT NULL AND started_at IS NOT NULL AND report_announced_at IS NULL;
