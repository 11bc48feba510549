-- Whether a person may use the chat, and whether they may connect to it: those who wait do, to get their admission by the
-- socket. A participant needs a room in which they may; people of another kind need none. The session of a participant
-- gives the rights of this participant only.
CREATE FUNCTION chat_admission(of_user bigint, of_participant text)
RETURNS TABLE (may_use boolean, may_connect boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT person.needs_no_room OR EXISTS (
      SELECT FROM chat_user_standing(of_user, of_participant, NULL) p WHERE p.is_admitted AND p.stays_in_room
    ),
    person.needs_no_room OR EXISTS (
      SELECT FROM chat_user_standing(of_user, of_participant, NULL) p WHERE NOT p.is_excluded AND p.stays_in_room
    )
  FROM (
    SELECT of_participant IS NULL AND u.kind <> 'participant' AS needs_no_room
    FROM chat_users u WHERE u.id = of_user OFFSET 0
  ) person;
END;
