-- Servers that work on this database, by the id in their data folder.
CREATE TABLE nodes (
  id text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  -- by what it hears of what others do; null: by nothing, so that it must be alone
  joined_by text CHECK (joined_by IN ('redis', 'centrifugo'))
);

-- One row: what tells this installation from another one that uses the same Redis.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO installation DEFAULT VALUES;

-- Up to where the changes of a channel were handed over to an external Centrifugo.
CREATE TABLE socket_positions (
  channel text PRIMARY KEY,
  epoch text NOT NULL,
  seq bigint NOT NULL,
  -- where its own stream stood then
  engine_epoch text NOT NULL,
  engine_offset bigint NOT NULL,
  moved_at timestamptz NOT NULL
);
CREATE INDEX socket_positions_moved ON socket_positions (moved_at);
