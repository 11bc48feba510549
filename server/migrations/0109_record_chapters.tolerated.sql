-- The pages that a recording shows, as they were when it ended: their documents may be deleted before it.
CREATE TABLE record_chapters (
  record_id text NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  number integer NOT NULL,
  -- seconds of the recording
  start_seconds double precision NOT NULL,
  title text NOT NULL,
  document_id text NOT NULL,
  document_name text NOT NULL,
  page integer NOT NULL,
  -- the text of the page, for the search
  text text NOT NULL,
  search tsvector NOT NULL,
  PRIMARY KEY (record_id, number)
);
CREATE INDEX record_chapters_search ON record_chapters USING gin (search) WITH (fastupdate = off);

-- As what was said, the pages are gone at once when the recording is deleted.
CREATE FUNCTION delete_chapters_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_chapters WHERE record_id = NEW.id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER record_deleted_with_chapters AFTER UPDATE OF deleted_at ON records
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_chapters_of_record();
