-- Whether the engine of a node is broken and that of no node works. A node without a heartbeat for 15 s is gone.
CREATE FUNCTION is_speech_broken() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(bool_or(speech = 'broken') AND NOT bool_or(speech = 'works'), false) FROM nodes
  WHERE speech IS NOT NULL AND seen_at > clock_timestamp() - interval '15 s'
$$;
