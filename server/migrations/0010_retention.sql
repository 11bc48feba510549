-- LECTERN_RETENTION_DAYS: what is older is erased in small batches, counts are kept.

-- Entries and distinct people of a call whose visits are erased; null: counted from its visits.
ALTER TABLE calls ADD COLUMN entries integer, ADD COLUMN people integer;
CREATE INDEX calls_uncounted ON calls (finished_at) WHERE finished_at IS NOT NULL AND entries IS NULL;

CREATE INDEX participants_age ON participants (created_at);
CREATE INDEX access_links_end ON access_links (expires_at);
CREATE INDEX records_age ON records (finished_at) WHERE deleted_at IS NULL;
CREATE INDEX records_emptied ON records (finished_at) WHERE files_removed_at IS NOT NULL;

-- Work that one node does at a time. A node that dies loses its lease when it expires.
CREATE TABLE leases (
  name text PRIMARY KEY,
  holder text NOT NULL,
  expires_at timestamptz NOT NULL
);
