-- The participants of a person of the chat, in one room or in all (null), and the rights of each: of all participants, or
-- only of the one whose session this is. The two OFFSET 0 make the planner find these few by key before it evaluates
-- conditions: without statistics, as when two thousand people just entered a new room, it would scan everybody for each.
CREATE FUNCTION chat_user_standing(of_user bigint, of_participant text, of_room text) RETURNS TABLE (
  participant_id text, room_id text, role text, leads boolean, is_shut_out boolean, is_excluded boolean,
  is_admitted boolean,
  -- Somebody who came by the address of a room that is no longer public has to be in the call, or watch a session.
  stays_in_room boolean
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT p.participant_id, p.room_id, p.call_role, p.leads, p.ban IS NOT NULL, p.is_excluded, p.is_admitted, p.stays_in_room
  FROM chat_user_participants up
  CROSS JOIN LATERAL (
    SELECT p.id AS participant_id, p.room_id, s.call_role, s.leads, s.ban, s.is_excluded, s.is_admitted,
      p.link_id IS NOT NULL OR (SELECT a.may_enter FROM room_standing(p.room_id, p.user_id) a) OR s.is_in_call
        OR r.kind = 'playback' AND s.is_watching AS stays_in_room
    FROM participants p CROSS JOIN LATERAL standing_of(p) s JOIN rooms r ON r.id = p.room_id
    WHERE p.id = up.participant_id AND (of_room IS NULL OR p.room_id = of_room)
    OFFSET 0
  ) p
  WHERE up.user_id = of_user AND (of_participant IS NULL OR up.participant_id = of_participant)
  OFFSET 0;
END;
