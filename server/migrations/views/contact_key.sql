-- Identifies people without an id of the integrator's and without an account by their email and name: a pupil may get a
-- new link for each lesson (docs/decisions/0183). Null for everybody else.
CREATE FUNCTION contact_key(external_user_id text, user_id text, email text, name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN external_user_id IS NULL AND user_id IS NULL THEN lower(email) || ' ' || lower(name) END;
