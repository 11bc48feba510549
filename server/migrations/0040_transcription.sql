-- Transcripts of recordings: what was said, by whom, and a summary.

UPDATE rooms SET flags = flags || '{"isTranscriptionAllowed": true}';
ALTER TABLE rooms ADD COLUMN transcription_language text NOT NULL DEFAULT 'auto';

-- A transcript from its request on. A deleted one has no row.
CREATE TABLE transcripts (
  record_id text PRIMARY KEY REFERENCES records (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'ready', 'failed')),
  failure text CHECK (failure IN
    ('no_audio', 'too_long', 'corrupted', 'language_unsupported', 'engine_unavailable', 'unknown')),
  -- as it was requested: 'auto' or a code
  language text NOT NULL,
  -- of most segments
  spoken_language text,
  engine text,
  -- increases with every change that a reader sees, also over several requests
  revision integer NOT NULL DEFAULT 0,
  -- the done share, from 0 to 1
  progress real,
  -- The node that makes it, and until when no other node does. Without a node: not before this time.
  node_id text,
  -- identifies the attempt: one that lost its claim stores nothing any more
  claim text,
  claimed_until timestamptz,
  -- since the last chunk that was stored
  attempts integer NOT NULL DEFAULT 0,
  -- numbers of voices whose chunks are all stored
  done_voices integer[] NOT NULL DEFAULT '{}',
  -- since when the engine has been unavailable; null: it is not
  away_since timestamptz,
  requested_at timestamptz NOT NULL,
  -- when the last attempt began
  begun_at timestamptz,
  finished_at timestamptz,
  -- seconds that the attempts took, and seconds of all voices: they tell how long others will take
  work_seconds double precision NOT NULL DEFAULT 0,
  voice_seconds double precision NOT NULL DEFAULT 0,
  summary jsonb,
  -- A change of segments increases it, so that a summary of the old ones is not stored.
  summary_version integer NOT NULL DEFAULT 0,
  -- when a node makes the next summary; null: it is up to date. A node that makes it moves this into the future.
  summary_due_at timestamptz,
  summary_attempts integer NOT NULL DEFAULT 0,
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state IN ('ready', 'failed')) = (finished_at IS NOT NULL)),
  CHECK (state <> 'ready' OR (engine IS NOT NULL AND revision > 0))
);
CREATE INDEX transcripts_due ON transcripts (requested_at, record_id) WHERE state IN ('waiting', 'running');
CREATE INDEX transcripts_finished ON transcripts (finished_at) WHERE state = 'ready';
CREATE INDEX transcripts_summary ON transcripts (summary_due_at) WHERE summary_due_at IS NOT NULL;

-- The sentences of one chunk of a voice, in seconds of the voice. The rows outlive a killed node; they are
-- deleted when the transcript is ready.
CREATE TABLE transcript_chunks (
  record_id text NOT NULL REFERENCES transcripts (record_id) ON DELETE CASCADE,
  voice integer NOT NULL,
  number integer NOT NULL,
  language text,
  sentences jsonb NOT NULL,
  PRIMARY KEY (record_id, voice, number)
);

CREATE TABLE transcript_segments (
  id text PRIMARY KEY,
  record_id text NOT NULL REFERENCES transcripts (record_id) ON DELETE CASCADE,
  -- seconds of the recording
  start_seconds double precision NOT NULL,
  end_seconds double precision NOT NULL,
  text text NOT NULL,
  -- null: not corrected
  original_text text,
  speaker text NOT NULL,
  original_speaker text,
  participant_id text NOT NULL,
  external_user_id text,
  language text,
  confidence double precision,
  words jsonb NOT NULL
);
CREATE INDEX transcript_segments_order ON transcript_segments (record_id, start_seconds, id);
CREATE INDEX transcript_segments_participant ON transcript_segments (participant_id);

-- The part of a segment that the search reads. A segment is mostly times of words: a search for a frequent word read all of them.
CREATE TABLE searched_segments (
  segment_id text PRIMARY KEY REFERENCES transcript_segments (id) ON DELETE CASCADE,
  record_id text NOT NULL,
  -- The configuration `russian` stems words in Cyrillic letters as Russian and those in Latin letters as English.
  search tsvector NOT NULL
);
CREATE INDEX searched_segments_search ON searched_segments USING gin (search);

CREATE FUNCTION index_segment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO searched_segments (segment_id, record_id, search)
  VALUES (NEW.id, NEW.record_id, to_tsvector('russian', translate(NEW.text, 'ёЁ', 'еЕ')))
  ON CONFLICT (segment_id) DO UPDATE SET search = EXCLUDED.search;
  RETURN NULL;
END;
$$;
CREATE TRIGGER segment_said AFTER INSERT OR UPDATE OF text ON transcript_segments
  FOR EACH ROW EXECUTE FUNCTION index_segment();

-- A deleted recording keeps its row until its files are removed. What was said in it is gone at once, whoever deletes
-- it: a person, the deletion of a room or group, or the retention.
CREATE FUNCTION delete_transcript_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM transcripts WHERE record_id = NEW.id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER record_deleted AFTER UPDATE OF deleted_at ON records
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION delete_transcript_of_record();
