-- Those of its roles by which an account may enter a room also while it is private.
CREATE FUNCTION roles_in_private_room(of_room text, of_user text)
RETURNS TABLE (role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.role FROM roles_in_room(of_room, of_user) r WHERE r.is_let_in_when_private;
END;
