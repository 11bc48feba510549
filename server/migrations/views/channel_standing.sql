-- The rights of a person of the chat in a channel: of a room, of a session of a playback, or a direct one. The session of a
-- participant gives the rights of this participant only, also to a person of the integrator's, who has more by their own
-- token. OFFSET 0 makes the planner look up each row by its key: it would read all rooms, or all viewings of a session,
-- into a hash table.
CREATE FUNCTION channel_standing(of_user bigint, of_participant text, of_room text, of_session text, of_direct text)
RETURNS TABLE (
  -- By the best participant; null for people who are none.
  role text,
  is_visible boolean,
  -- The integrator's moderators moderate all rooms by their own token.
  is_moderator boolean
) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT best.role,
    (of_direct IS NULL OR of_user::text = ANY (string_to_array(of_direct, ':'))) AND CASE
      WHEN of_participant IS NOT NULL OR u.kind = 'participant' THEN best.role IS NOT NULL
      -- A person of the integrator's may be a participant, too.
      WHEN u.kind = 'm2m' THEN best.role IS NOT NULL
        OR (of_session IS NULL OR u.role = 'moderator') AND NOT (of_room IS NOT NULL AND EXISTS (
          SELECT FROM chat_user_standing(of_user, NULL, of_room) p WHERE p.is_shut_out
        ))
      ELSE of_direct IS NOT NULL OR of_session IS NULL AND r.is_public AND (r.flags->>'isChatAllowed')::boolean
    END,
    of_direct IS NULL AND (coalesce(best.role, 'user') = 'moderator' OR of_participant IS NULL AND u.role = 'moderator')
  FROM (SELECT kind, role FROM chat_users WHERE id = of_user OFFSET 0) u
  LEFT JOIN LATERAL (SELECT is_public, flags FROM rooms WHERE id = of_room OFFSET 0) r ON true
  LEFT JOIN LATERAL (
    -- In the room of the channel; for a direct one in any room, since people who are excluded everywhere lose it. The
    -- channel of a session is for people who opened it, and for accounts that lead.
    SELECT p.role FROM chat_user_standing(of_user, of_participant, of_room) p
    WHERE u.kind IN ('participant', 'm2m') AND p.is_admitted AND p.stays_in_room
      AND (of_session IS NULL OR p.leads OR EXISTS (
        SELECT FROM viewings v WHERE v.session_id = of_session AND v.participant_id = p.participant_id OFFSET 0
      ))
    ORDER BY p.role, p.participant_id DESC
    LIMIT 1
  ) best ON true;
END;
