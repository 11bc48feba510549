-- The calls of a meeting of the BigBlueButton API: all that went on in its room between its creation and its end, also one
-- that began before. Sample calls are nobody's.
CREATE VIEW bbb_meeting_calls AS
  SELECT m.id AS meeting_id, c.id AS call_id, c.started_at, m.created_at AS since
  FROM bbb_meetings m JOIN calls c ON c.room_id = m.room_id AND NOT c.is_sample
    AND c.started_at < coalesce(m.ended_at, 'infinity') AND coalesce(c.finished_at, 'infinity') > m.created_at;
