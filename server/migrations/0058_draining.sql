-- Since when a node takes no new work and waits for its own to be done, to exit then. NULL: it works as usual.
ALTER TABLE nodes ADD COLUMN draining_at timestamptz;

-- Whether a node may not claim work any more.
CREATE FUNCTION is_draining(node text) RETURNS boolean
  STABLE LANGUAGE sql
  AS $$ SELECT EXISTS (SELECT FROM nodes WHERE id = node AND draining_at IS NOT NULL) $$;
