-- Those of its roles by which an account leads a room; none: it does not.
CREATE FUNCTION leading_roles_in_room(of_room text, of_user text)
RETURNS TABLE (role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.role FROM roles_in_room(of_room, of_user) r WHERE r.role IN ('owner', 'moderator');
END;
