-- The moderators in the call of a room, and when they entered and left; one row for each media session. A moderator who
-- left is listed for 60 s more: they may reload the page, or have lost the connection.
CREATE FUNCTION moderators_in_call(of_room text)
RETURNS TABLE (entered_at timestamptz, exited_at timestamptz) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT v.entered_at, v.exited_at
  FROM calls c
  JOIN visits v ON v.call_id = c.id AND (v.exited_at IS NULL OR v.exited_at > now() - interval '60 seconds')
  JOIN participants p ON p.id = v.participant_id AND p.role = 'moderator' AND p.removed_at IS NULL
  WHERE c.room_id = of_room AND c.finished_at IS NULL;
END;
