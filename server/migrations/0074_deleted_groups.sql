-- The deletion of a group hides it at once and deletes its rows in batches (docs/decisions/0127). Every statement reads
-- `spaces`, which has only groups that exist for others; foreign keys refer to the table.
ALTER TABLE spaces RENAME TO all_spaces;
ALTER TABLE all_spaces
  ADD COLUMN deleting_at timestamptz,
  ALTER COLUMN owner_id DROP NOT NULL,
  -- The account may be deleted before the rows of its groups.
  ADD CONSTRAINT spaces_owned CHECK (owner_id IS NOT NULL OR deleting_at IS NOT NULL),
  DROP CONSTRAINT spaces_owner_id_fkey,
  ADD CONSTRAINT spaces_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX spaces_deleting ON all_spaces (deleting_at, id) WHERE deleting_at IS NOT NULL;
CREATE VIEW spaces AS
  SELECT id, name, description, logo, is_public, owner_id, chat_application_id, created_at
  FROM all_spaces WHERE deleting_at IS NULL;
