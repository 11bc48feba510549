-- The records of a meeting of the BigBlueButton API, which are the parts of its recording, without deleted ones and those
-- that were stopped before it was created.
CREATE VIEW bbb_recording_parts AS
  SELECT c.meeting_id, r.id AS record_id, r.state, r.started_at, r.duration, r.bytes
  FROM bbb_meeting_calls c JOIN records r ON r.call_id = c.call_id AND r.deleted_at IS NULL
    AND coalesce(r.stopped_at, r.finished_at, 'infinity') > c.since;
