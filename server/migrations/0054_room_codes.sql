-- A code that leads to a room as its alias does and that can be dictated. It has 27 possible characters in 9 places, of
-- which nobody guesses one; contract/room-code.ts describes them. The default also serves servers of the version before.
CREATE FUNCTION room_code() RETURNS text LANGUAGE sql VOLATILE
BEGIN ATOMIC
  SELECT string_agg(substr('bcdfghjkmnpqrstvwxz23456789', get_byte(r.bytes, i) % 27 + 1, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) r
  -- Bytes 6 and 8 of such a UUID are not random.
  CROSS JOIN unnest(ARRAY[0, 1, 2, 3, 4, 5, 9, 10, 11]) AS i;
END;

ALTER TABLE rooms ADD COLUMN code text NOT NULL DEFAULT room_code() UNIQUE;
