-- The role in the call that a link gives; null once it ended.
CREATE VIEW link_standing AS
  SELECT id AS link_id, room_id, CASE WHEN revoked_at IS NULL AND expires_at > now() THEN role END AS call_role
  FROM access_links;
