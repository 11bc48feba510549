-- The roles that an account has in a room, one row for each reason. A member of the group has one in its public rooms
-- only: a private room lets in who leads the group and who was granted a role.
-- A function of one SELECT in FROM becomes part of the statement that asks it, so that it costs no call.
CREATE FUNCTION roles_in_room(of_room text, of_user text)
RETURNS TABLE (role text, is_let_in_when_private boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT part.role, part.is_let_in_when_private
  FROM rooms r CROSS JOIN LATERAL (
    SELECT 'owner' AS role, true AS is_let_in_when_private
    FROM all_spaces s WHERE s.id = r.space_id AND s.owner_id = of_user
    UNION ALL
    SELECT m.role, m.role = 'moderator'
    FROM space_members m
    WHERE m.space_id = r.space_id AND m.user_id = of_user AND (m.role = 'moderator' OR r.is_public)
    UNION ALL
    SELECT rr.role, true FROM room_roles rr WHERE rr.room_id = r.id AND rr.user_id = of_user
    -- Keeps the look-ups by key: an account may own a hundred thousand groups.
    OFFSET 0
  ) part
  WHERE r.id = of_room;
END;
