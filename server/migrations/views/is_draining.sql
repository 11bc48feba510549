-- Whether a node may not claim work any more.
CREATE FUNCTION is_draining(node text) RETURNS boolean
  STABLE LANGUAGE sql
  AS $$ SELECT EXISTS (SELECT FROM nodes WHERE id = node AND draining_at IS NOT NULL) $$;
