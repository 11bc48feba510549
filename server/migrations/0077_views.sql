-- From here on each view and function has a file in views/, whose text is created anew when it changes
-- (docs/decisions/0142). Here remain only the functions that a column, an index or a trigger uses.
DROP VIEW participant_standing, link_standing, playback_media, spaces;
DROP FUNCTION leading_roles_in_room, roles_in_private_room, roles_in_room, moderators_in_call, report_activity, is_draining,
  is_speech_broken;

-- A restore fills the tables while there are no views.
CREATE OR REPLACE FUNCTION index_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_segments (segment_id, record_id, search)
  SELECT NEW.id, r.id, lexemes_of_group(s.chat_application_id, to_tsvector('russian', translate(NEW.text, 'ёЁ', 'еЕ')))
  FROM records r JOIN all_spaces s ON s.id = r.space_id WHERE r.id = NEW.record_id
  ON CONFLICT (segment_id) DO UPDATE SET search = EXCLUDED.search;
  RETURN NULL;
END;
$$;
