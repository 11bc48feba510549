-- Whether the page of a viewing is open and has reported since a moment.
CREATE FUNCTION is_reporting(closed_at timestamptz, seen_at timestamptz, since timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN closed_at IS NULL AND seen_at > since;
