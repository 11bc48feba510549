-- Plans the statements of the transaction once for each connection and with indexes only: the statistics of webhook
-- deliveries are always out of date.
CREATE FUNCTION plan_by_indexes() RETURNS void LANGUAGE sql AS $$
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
    set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)
$$;
