-- Recordings, the nodes that make them, and what they consist of.

ALTER TABLE nodes
  ADD COLUMN roles text[] NOT NULL DEFAULT '{api,jobs,recorder}',
  -- the bucket in which it keeps files; null: a folder of its own
  ADD COLUMN storage text,
  -- recordings at once that it carries
  ADD COLUMN recorder_places integer NOT NULL DEFAULT 0,
  -- of the disk that it records to, when it was last seen; null: not known
  ADD COLUMN free_bytes bigint;

-- A row outlives its room and its group as a trace: no foreign keys.
CREATE TABLE records (
  id text PRIMARY KEY,
  space_id text NOT NULL,
  room_id text NOT NULL,
  call_id text NOT NULL,
  name text NOT NULL,
  layout text NOT NULL CHECK (layout IN ('speaker', 'grid')),
  state text NOT NULL CHECK (state IN ('new', 'recording', 'processing', 'finished', 'aborted', 'failed')),
  -- whose recorder has the place, and whose disk the folder; null: no recorder was free
  node_id text,
  -- who asked for it; all null: it began by itself
  started_by_user text,
  started_by_participant text,
  started_by_name text,
  -- seconds of media at most, by the plan and the settings of that moment
  max_seconds integer NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  -- nothing after this moment belongs into the file
  stopped_at timestamptz,
  -- by whom or what it was stopped
  stop_reason text CHECK (stop_reason IN ('person', 'call_ended', 'recorder')),
  finished_at timestamptz,
  failure text CHECK (failure IN
    ('recorder_busy', 'no_picture', 'recorder_lost', 'media_lost', 'disk_full', 'room_deleted', 'broken')),
  duration double precision,
  width integer,
  height integer,
  bytes bigint,
  is_partial boolean NOT NULL DEFAULT false,
  quality jsonb,
  -- of the upload, from 0 to 1
  progress real,
  -- keys in the storage: {video, poster?, preview?, speech?}
  files jsonb,
  deleted_at timestamptz,
  -- what was in the storage is gone
  files_removed_at timestamptz,
  CHECK ((state IN ('finished', 'aborted', 'failed')) = (finished_at IS NOT NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK (state <> 'finished' OR (started_at IS NOT NULL AND files IS NOT NULL))
);
-- At most one recording of a room at once.
CREATE UNIQUE INDEX records_active ON records (room_id) WHERE state IN ('new', 'recording');
CREATE INDEX records_room ON records (room_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX records_space ON records (space_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX records_call ON records (call_id, created_at);
CREATE INDEX records_node ON records (node_id) WHERE state IN ('new', 'recording', 'processing');
-- Whoever is erased is found in what they asked for.
CREATE INDEX records_asker ON records (started_by_participant) WHERE started_by_participant IS NOT NULL;
CREATE INDEX records_leftover ON records (deleted_at) WHERE deleted_at IS NOT NULL AND files_removed_at IS NULL;

-- One speaker's voice in a file of its own: transcripts are made of these.
CREATE TABLE record_voices (
  record_id text NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  number integer NOT NULL,
  participant_id text NOT NULL,
  external_user_id text,
  name text NOT NULL,
  -- seconds from the beginning of the video
  offset_seconds double precision NOT NULL,
  duration double precision NOT NULL,
  bytes bigint NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (record_id, number)
);
CREATE INDEX record_voices_participant ON record_voices (participant_id);
