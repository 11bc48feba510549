-- A group may have several webhooks, each with its own events. The operations on its single one are those of the first.
ALTER TABLE webhooks
  ADD COLUMN is_first boolean NOT NULL DEFAULT true,
  -- Events of the interface that are not sent; `events` are those beyond the interface that are.
  ADD COLUMN skipped_events text[] NOT NULL DEFAULT '{}',
  DROP CONSTRAINT webhooks_space_id_key;
-- Named like the constraint before: a node of the previous version recognizes a second first webhook by this name.
CREATE UNIQUE INDEX webhooks_space_id_key ON webhooks (space_id) WHERE is_first;
CREATE INDEX webhooks_space ON webhooks (space_id, created_at, id);
