-- The rights of a participant on a board of their room, while they are in the call. One row; none if they are not, or are
-- not this person of the chat (null: whoever they are).
CREATE FUNCTION board_standing(of_board text, of_participant text, of_user bigint) RETURNS TABLE (
  user_id bigint, role text, may_see boolean,
  -- Also on a board that is not locked.
  may_draw_on boolean
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT up.user_id, s.role, s.role = 'moderator' OR b.kind <> 'personal' OR b.owner_user_id = up.user_id,
    s.role = 'moderator' OR b.owner_user_id = up.user_id
      OR b.kind <> 'personal' AND may_draw(s.role, b.room_id, up.user_id)
  FROM boards b
  JOIN participants p ON p.id = of_participant AND p.room_id = b.room_id
  JOIN chat_user_participants up ON up.participant_id = p.id
  CROSS JOIN LATERAL standing_of(p) s
  WHERE b.id = of_board AND (of_user IS NULL OR up.user_id = of_user) AND s.is_admitted
    AND EXISTS (
      -- OFFSET 0 makes the planner read the visits of the participant: it would read the open visits of everybody, too.
      SELECT FROM (SELECT v.exited_at FROM visits v WHERE v.participant_id = p.id OFFSET 0) v WHERE v.exited_at IS NULL
    );
END;
