-- The colour of a group on its pages, and our copy of the picture of its logo (docs/decisions/0203).
ALTER TABLE all_spaces ADD COLUMN color text CHECK (color ~ '^#[0-9a-f]{6}$');
CREATE TABLE space_logos (
  space_id text PRIMARY KEY REFERENCES all_spaces (id) ON DELETE CASCADE,
  -- The address that was loaded; another one of the group is loaded anew.
  url text NOT NULL,
  loaded_at timestamptz NOT NULL,
  -- NULL: nothing that can be shown was at the address.
  type text,
  bytes bytea CHECK (octet_length(bytes) <= 524288),
  CHECK ((type IS NULL) = (bytes IS NULL))
);
