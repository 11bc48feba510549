-- A person sees the chat of a room after this moment: the end of the last call before their own first one. No row: they
-- see all of it, as the people of the room's setting do, moderators, and the integrator's people by their own token.
-- During a meeting of the BigBlueButton API everybody sees the chat since its creation.
CREATE FUNCTION chat_seen_since(of_user bigint, of_participant text, of_room text)
RETURNS TABLE (since timestamptz) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT m.created_at FROM bbb_meetings m WHERE m.room_id = of_room AND m.ended_at IS NULL
  UNION ALL
  SELECT last.finished_at
  FROM (SELECT earlier_chat_audience AS audience FROM rooms WHERE id = of_room OFFSET 0) r
  CROSS JOIN LATERAL (
    SELECT of_participant IS NULL AND u.kind <> 'participant' AS is_account FROM chat_users u WHERE u.id = of_user OFFSET 0
  ) u
  CROSS JOIN LATERAL (
    SELECT coalesce(bool_or(s.role = 'moderator'), false) AS is_moderator,
      coalesce(bool_or((SELECT a.role IS NOT NULL FROM room_standing(of_room, p.user_id) a)), false) AS is_member
    FROM chat_user_standing(of_user, of_participant, of_room) s JOIN participants p ON p.id = s.participant_id
  ) own
  CROSS JOIN LATERAL (
    SELECT min(c.started_at) AS started_at
    FROM chat_user_participants up
    JOIN visits v ON v.participant_id = up.participant_id
    JOIN calls c ON c.id = v.call_id AND c.room_id = of_room
    WHERE up.user_id = of_user
  ) first
  CROSS JOIN LATERAL (
    SELECT c.finished_at FROM calls c
    WHERE c.room_id = of_room AND NOT c.is_sample AND c.finished_at <= coalesce(first.started_at, now())
    ORDER BY c.finished_at DESC LIMIT 1
  ) last
  WHERE r.audience <> 'everyone' AND NOT u.is_account AND NOT own.is_moderator
    AND NOT (r.audience = 'members' AND own.is_member)
    AND NOT EXISTS (SELECT FROM bbb_meetings m WHERE m.room_id = of_room AND m.ended_at IS NULL);
END;
