-- Video files that moderators upload into a group. Like recordings they have no foreign key to the group: the row
-- outlives it until the files are removed.
CREATE TABLE assets (
  id text PRIMARY KEY,
  space_id text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  -- Of the content, not as the client declared it; NULL until its first bytes are stored.
  content_type text CHECK (content_type IN ('video/mp4', 'video/quicktime', 'video/x-matroska', 'video/webm')),
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- How many bytes are stored: the offset at which an upload continues.
  received bigint NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND bytes),
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'ready')),
  -- The key of the whole file in the file store.
  key text NOT NULL,
  created_by text,
  created_at timestamptz NOT NULL,
  uploaded_at timestamptz,
  -- When an unfinished upload is deleted; NULL once every byte has arrived.
  expires_at timestamptz,
  -- The row is removed after its files.
  deleted_at timestamptz,
  CHECK (state <> 'ready' OR (received = bytes AND uploaded_at IS NOT NULL AND content_type IS NOT NULL))
);
CREATE INDEX assets_space ON assets (space_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX assets_whole ON assets (id) WHERE state = 'uploading' AND received = bytes AND deleted_at IS NULL;
CREATE INDEX assets_expired ON assets (expires_at) WHERE expires_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX assets_leftover ON assets (deleted_at) WHERE deleted_at IS NOT NULL;

-- The stored pieces of an upload, until they are joined into one file. A row is written before its file, so that no
-- file is forgotten; it counts once `bytes` is set.
CREATE TABLE asset_pieces (
  key text PRIMARY KEY,
  asset_id text NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  first bigint NOT NULL,
  bytes bigint CHECK (bytes > 0)
);
CREATE UNIQUE INDEX asset_pieces_stored ON asset_pieces (asset_id, first) WHERE bytes IS NOT NULL;
CREATE INDEX asset_pieces_asset ON asset_pieces (asset_id, first);
