-- Whether a session of an automatic webinar runs at a moment.
CREATE FUNCTION is_session_running(
  start_date timestamptz, end_date timestamptz, finished_at timestamptz, moment timestamptz
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN start_date <= moment AND finished_at IS NULL AND (end_date IS NULL OR end_date > moment);
