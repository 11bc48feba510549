-- Documents of rooms: files whose pages are shown to everybody in a call (docs/decisions/0223).
ALTER TABLE assets
  -- A document of a room takes over an upload with the purpose 'document', which is in no list of videos.
  ADD COLUMN purpose text NOT NULL DEFAULT 'video' CHECK (purpose IN ('video', 'document')),
  DROP CONSTRAINT assets_content_type_check,
  ADD CONSTRAINT assets_content_type_check CHECK (content_type IN (
    'video/mp4', 'video/quicktime', 'video/x-matroska', 'video/webm',
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  ));

-- No foreign key to the group and the room: the row outlives them until its files are removed.
CREATE TABLE documents (
  id text PRIMARY KEY,
  space_id text NOT NULL,
  room_id text NOT NULL,
  -- The upload that it took over. NULL: it is loaded from its url.
  asset_id text UNIQUE,
  url text,
  name text NOT NULL,
  file_name text NOT NULL,
  -- Of the content, not as anybody declared it; NULL until it is known.
  content_type text CHECK (content_type IN (
    'application/pdf', 'image/png', 'image/jpeg', 'image/webp',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.presentation',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  )),
  bytes bigint CHECK (bytes > 0),
  state text NOT NULL DEFAULT 'converting' CHECK (state IN ('converting', 'ready', 'failed')),
  failure text CHECK (failure IN (
    'unreadable', 'password_protected', 'too_many_pages', 'page_too_large', 'too_large', 'too_slow', 'unsupported_type',
    'converter_missing', 'converter_failed', 'address_refused', 'address_failed', 'file_missing', 'storage', 'unknown'
  )),
  -- Whether its file is stored under its own key: the upload is deleted then.
  is_stored boolean NOT NULL DEFAULT false,
  -- NULL until they are counted, which is before the first of them is stored.
  total_pages integer CHECK (total_pages BETWEEN 1 AND 500),
  -- The pages from 1 to this one have a row in document_pages and their files.
  ready_pages integer NOT NULL DEFAULT 0 CHECK (ready_pages BETWEEN 0 AND 500),
  -- Bytes of all pictures of pages.
  page_bytes bigint NOT NULL DEFAULT 0,
  is_downloadable boolean NOT NULL,
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  ready_at timestamptz,
  -- The node that converts it, and until when the claim holds.
  node_id text,
  claimed_until timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  -- The row is removed after its files.
  deleted_at timestamptz,
  CHECK (asset_id IS NULL OR url IS NULL),
  CHECK ((state = 'failed') = (failure IS NOT NULL)),
  CHECK ((state = 'ready') = (ready_at IS NOT NULL)),
  CHECK (state <> 'ready' OR (is_stored AND total_pages = ready_pages AND content_type IS NOT NULL AND bytes IS NOT NULL))
);
CREATE INDEX documents_room ON documents (room_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX documents_space ON documents (space_id) WHERE deleted_at IS NULL;
CREATE INDEX documents_converting ON documents (created_at, id) WHERE state = 'converting' AND deleted_at IS NULL;
CREATE INDEX documents_leftover ON documents (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX documents_creator ON documents (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE document_pages (
  document_id text NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number BETWEEN 1 AND 500),
  -- Pixels of the large picture.
  width integer NOT NULL CHECK (width BETWEEN 1 AND 2560),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 2560),
  text text NOT NULL,
  PRIMARY KEY (document_id, number)
);
