-- The rights of an account in a room; with null those of people without an account, which takes no look-up. One row.
-- A statement that asks for a column in a sub-select, (SELECT s.leads FROM room_standing(…) s), looks up rows by their
-- keys, and none for a column that it does not name. Joined, the planner could read all rooms.
CREATE FUNCTION room_standing(of_room text, of_user text) RETURNS TABLE (
  -- The highest; null: none. Every member of the group has one in its public rooms.
  role text,
  leads boolean,
  -- They see the room, and may enter it.
  may_enter boolean,
  -- They may enter it also while it is private.
  may_enter_when_private boolean
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT coalesce(own.role, CASE WHEN r.is_public THEN (
      SELECT m.role FROM space_members m WHERE m.space_id = r.space_id AND m.user_id = of_user
    ) END),
    coalesce(own.role IN ('owner', 'moderator'), false),
    r.is_public OR own.role IS NOT NULL,
    own.role IS NOT NULL
  FROM rooms r CROSS JOIN LATERAL (
    SELECT CASE WHEN of_user IS NOT NULL THEN (
      SELECT a.role FROM people_of_room(r.space_id, r.id) a WHERE a.user_id = of_user
      ORDER BY a.role = 'owner' DESC, a.role LIMIT 1
    ) END AS role
  ) own
  WHERE r.id = of_room;
END;
