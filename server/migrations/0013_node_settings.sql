ALTER TABLE nodes
  -- host and port, as the operator knows the node
  ADD COLUMN name text,
  -- what all nodes must have alike: addresses of engines, fingerprints of keys; null: a node of an older version
  ADD COLUMN settings jsonb;
