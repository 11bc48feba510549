-- Videos of automatic webinars: a recording or an uploaded file, prepared for playlists. Its files outlive its group
-- until they are removed from the storage: no foreign keys.
CREATE TABLE videos (
  id text PRIMARY KEY,
  space_id text NOT NULL,
  record_id text,
  asset_id text,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'preparing', 'ready', 'failed')),
  failure text CHECK (failure IN ('not_found', 'unreadable', 'no_video', 'too_long', 'storage', 'unknown')),
  -- seconds
  duration double precision,
  width integer,
  height integer,
  has_sound boolean,
  -- of the preparation, from 0 to 1
  progress real,
  -- Names of segments are derived from it, so that nobody can guess one before a playlist names it.
  name_key bytea NOT NULL,
  -- The node that prepares it, and until when no other node does. Without a node: not before this time.
  node_id text,
  claimed_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  ready_at timestamptz,
  deleted_at timestamptz,
  files_removed_at timestamptz,
  CHECK ((record_id IS NULL) <> (asset_id IS NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state = 'ready') = (ready_at IS NOT NULL)),
  CHECK (state <> 'ready' OR (duration IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL AND has_sound IS NOT NULL))
);
CREATE UNIQUE INDEX videos_record ON videos (record_id) WHERE deleted_at IS NULL AND state <> 'failed';
CREATE UNIQUE INDEX videos_asset ON videos (asset_id) WHERE deleted_at IS NULL AND state <> 'failed';
CREATE INDEX videos_due ON videos (created_at) WHERE deleted_at IS NULL AND state IN ('waiting', 'preparing');
CREATE INDEX videos_kept ON videos (id) WHERE deleted_at IS NULL;
CREATE INDEX videos_leftover ON videos (id) WHERE (deleted_at IS NOT NULL OR state = 'failed') AND files_removed_at IS NULL;

-- A quality of a video. The row is written before its files, so that the files of an abandoned attempt are found.
CREATE TABLE video_renditions (
  video_id text NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  name text NOT NULL CHECK (name IN ('source', '360p')),
  width integer NOT NULL,
  height integer NOT NULL,
  -- bits a second at most, and the codecs (RFC 6381), for the master playlist
  bandwidth integer NOT NULL,
  codecs text NOT NULL,
  -- seconds of each segment
  durations real[] NOT NULL,
  bytes bigint NOT NULL,
  -- when all its files were in the storage
  ready_at timestamptz,
  PRIMARY KEY (video_id, name)
);
