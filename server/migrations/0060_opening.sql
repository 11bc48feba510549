-- When others than moderators may enter a room, and whether a moderator has to be there first. NULL: no limit.
ALTER TABLE rooms
  ADD COLUMN opens_with text NOT NULL DEFAULT 'anybody' CHECK (opens_with IN ('anybody', 'moderator')),
  ADD COLUMN opens_at timestamptz,
  ADD COLUMN closes_at timestamptz,
  ADD CONSTRAINT rooms_closes_after_opening CHECK (closes_at > opens_at);

UPDATE rooms SET flags = flags || '{"isMutedOnEntry": false}';

-- The moderators in the call of a room, and when they entered; one row for each media session. A moderator who left is
-- listed for 60 s more: they may reload the page, or have lost the connection.
CREATE FUNCTION moderators_in_call(of_room text)
RETURNS TABLE (entered_at timestamptz) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT v.entered_at
  FROM calls c
  JOIN visits v ON v.call_id = c.id AND (v.exited_at IS NULL OR v.exited_at > now() - interval '60 seconds')
  JOIN participants p ON p.id = v.participant_id AND p.role = 'moderator' AND p.removed_at IS NULL
  WHERE c.room_id = of_room AND c.finished_at IS NULL;
END;
