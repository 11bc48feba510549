-- The HMAC of the id under the first key of LECTERN_SECRET_KEY; null: no start has written it yet.
ALTER TABLE installation ADD COLUMN key_proof text;

-- After everything that takes time (see 0013). Databases to which 0013 added the columns have them already.
ALTER TABLE nodes
  -- host and port, as the operator knows the node
  ADD COLUMN IF NOT EXISTS name text,
  -- what all nodes must have alike: addresses of engines, fingerprints of keys; null: a node of an older version
  ADD COLUMN IF NOT EXISTS settings jsonb;
