-- What everybody in a room sees in the large tile (docs/decisions/0221). A room without a row shows nothing.
CREATE TABLE room_stages (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  -- The item under the shared screens. It is kept over calls.
  base text NOT NULL DEFAULT 'none' CHECK (base IN ('none', 'page')),
  document_id text,
  page integer,
  -- The participants who share a screen now, also a paused one, the newest last.
  screens text[] NOT NULL DEFAULT '{}',
  -- The one of them whose screen covers the base.
  screen_of text,
  -- Counts the items, so that nobody takes an older one for the newest.
  version integer NOT NULL,
  -- When this item was put.
  changed_at timestamptz NOT NULL,
  CHECK ((base = 'page') = (document_id IS NOT NULL) AND (document_id IS NULL) = (page IS NULL)),
  CHECK (screen_of IS NULL OR screen_of = ANY (screens))
);
