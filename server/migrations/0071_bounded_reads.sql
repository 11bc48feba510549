-- A request reads rows of its own group only (docs/decisions/0126).

-- The revision of a report counts the erased links of its room. Without this index the planner reads all valid links.
CREATE INDEX access_links_erased ON access_links (room_id) WHERE erased_at IS NOT NULL;

-- The first public rooms of a group, with and without a chat, in the order of their channels.
CREATE INDEX rooms_public ON rooms (space_id, ((flags->>'isChatAllowed')::boolean), channel_id)
  WHERE is_public AND kind = 'room';

-- The ids in a stored response: those of rows, and those of the chat, which are digits. The cost makes the planner use
-- the index also for many ids.
CREATE FUNCTION ids_in(answer jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000
RETURN ARRAY(SELECT DISTINCT found[1] FROM regexp_matches(answer::text, '"([0-9a-f]{24}|[0-9]{1,18})"', 'g') AS found);
-- An erasure finds the stored responses of a person and those that name them. Without the pending list the cost of a
-- look-up does not depend on what others stored before.
CREATE INDEX idempotency_keys_holder ON idempotency_keys (split_part(caller, ':', 2));
CREATE INDEX idempotency_keys_ids ON idempotency_keys USING gin (ids_in(answer)) WITH (fastupdate = off);

-- Each lexeme of the search begins with the number of its group: the index holds the words of each group apart, and a
-- search reads only those of its own, also for the beginning of a word. The number of the chat application is unique
-- and short. A lexeme has at most 2,046 bytes.
CREATE FUNCTION lexemes_of_group(number bigint, lexemes tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT coalesce(string_agg(
    '''' || number || ':' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':' || array_to_string(positions, ','),
    ' '
  ), '')::tsvector
  FROM unnest(lexemes)
  WHERE octet_length(lexeme) <= 2000
);

-- The query for the lexemes of a group. As text, each lexeme of a query is in quotes.
CREATE FUNCTION query_of_group(number bigint, query tsquery) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(query::text, '''((?:[^'']|'''')*)''', '''' || number || ':\1''', 'g')::tsquery;

CREATE OR REPLACE FUNCTION index_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_segments (segment_id, record_id, search)
  SELECT NEW.id, r.id, lexemes_of_group(s.chat_application_id, to_tsvector('russian', translate(NEW.text, 'ёЁ', 'еЕ')))
  FROM records r JOIN spaces s ON s.id = r.space_id WHERE r.id = NEW.record_id
  ON CONFLICT (segment_id) DO UPDATE SET search = EXCLUDED.search;
  RETURN NULL;
END;
$$;

DROP INDEX searched_segments_search;
UPDATE searched_segments f SET search = lexemes_of_group(s.chat_application_id, f.search)
FROM records r JOIN spaces s ON s.id = r.space_id
WHERE r.id = f.record_id;
CREATE INDEX searched_segments_search ON searched_segments USING gin (search) WITH (fastupdate = off);
