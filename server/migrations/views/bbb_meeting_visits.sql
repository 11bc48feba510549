-- The visits to the calls of a meeting of the BigBlueButton API, without those that ended before it was created.
CREATE VIEW bbb_meeting_visits AS
  SELECT c.meeting_id, v.id AS visit_id, v.participant_id, v.exited_at
  FROM bbb_meeting_calls c JOIN visits v ON v.call_id = c.call_id AND coalesce(v.exited_at, 'infinity') > c.since;
