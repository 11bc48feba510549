-- Whether a live meeting of the BigBlueButton API in a room has as many people as it admits, besides this participant. Two
-- devices of one person are two.
CREATE FUNCTION is_meeting_full(of_room text, besides text) RETURNS boolean LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT EXISTS (
    SELECT FROM meeting_rules m
    WHERE m.room_id = of_room AND m.most_people <= (
      SELECT count(*) FROM calls c JOIN visits v ON v.call_id = c.id AND v.exited_at IS NULL
      WHERE c.room_id = of_room AND c.finished_at IS NULL AND NOT c.is_sample AND v.participant_id IS DISTINCT FROM besides
    )
  );
END;
