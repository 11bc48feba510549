-- The calls of a meeting of the BigBlueButton API: all that began in its room before it ended.
CREATE VIEW bbb_meeting_calls AS
  SELECT m.id AS meeting_id, c.id AS call_id, c.started_at
  FROM bbb_meetings m JOIN calls c ON c.room_id = m.room_id
    AND c.started_at >= m.created_at AND c.started_at <= coalesce(m.ended_at, 'infinity');
