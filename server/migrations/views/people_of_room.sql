-- The accounts that have a role in a room of a group also while it is private: the owner and the moderators of the
-- group, and whom the room grants a role. One row for each reason. Asked for one account it looks up each part by key.
CREATE FUNCTION people_of_room(of_space text, of_room text)
RETURNS TABLE (user_id text, role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT s.owner_id, 'owner' FROM all_spaces s WHERE s.id = of_space
  UNION ALL
  SELECT m.user_id, m.role FROM space_members m WHERE m.space_id = of_space AND m.role = 'moderator'
  UNION ALL
  SELECT g.user_id, g.role FROM room_roles g WHERE g.room_id = of_room;
END;
