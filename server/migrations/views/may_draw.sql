-- Whether a person of the chat with this role may draw on what is shared in a room: moderators, whom a moderator allowed
-- it, and the others where the room allows it.
CREATE FUNCTION may_draw(of_role text, of_room text, of_user bigint) RETURNS boolean LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT of_role = 'moderator' OR coalesce(
    (SELECT g.is_allowed FROM drawing_grants g WHERE g.room_id = of_room AND g.user_id = of_user),
    (SELECT (r.flags ->> 'isRemoteDrawingAllowed')::boolean FROM rooms r WHERE r.id = of_room),
    true
  );
END;
