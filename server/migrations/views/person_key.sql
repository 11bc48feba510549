-- Identifies the person of a participant in lists and reports: by the integrator's id, else by account, else by browser.
CREATE FUNCTION person_key(external_user_id text, user_id text, browser_hash bytea) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce('external:' || external_user_id, 'user:' || user_id, 'browser:' || encode(browser_hash, 'hex'));
