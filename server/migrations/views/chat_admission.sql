-- Whether a person may use the chat, and whether they may connect to it: those who wait do, to get their admission by the
-- socket. A participant needs a room in which they may; people of another kind need none. The session of a participant
-- gives the rights of this participant only.
CREATE FUNCTION chat_admission(of_user bigint, of_participant text)
RETURNS TABLE (may_use boolean, may_connect boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT person.needs_no_room OR coalesce(best.is_admitted, false), person.needs_no_room OR best.is_admitted IS NOT NULL
  FROM (
    SELECT of_participant IS NULL AND u.kind <> 'participant' AS needs_no_room
    FROM chat_users u WHERE u.id = of_user OFFSET 0
  ) person
  LEFT JOIN LATERAL (
    SELECT p.is_admitted FROM chat_user_standing(of_user, of_participant, NULL) p
    WHERE NOT person.needs_no_room AND NOT p.is_excluded AND p.stays_in_room
    ORDER BY p.is_admitted DESC
    LIMIT 1
  ) best ON true;
END;
