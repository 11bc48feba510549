-- Nodes of version 0.1.0 ask it while they run beside this version, which asks room_standing.
CREATE FUNCTION roles_in_private_room(of_room text, of_user text)
RETURNS TABLE (role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT s.role FROM room_standing(of_room, of_user) s WHERE s.may_enter_when_private;
END;
