-- Who leads a room, and who may enter it. The rules are stated here once; the stores ask these functions and views.
-- A function of one SELECT in FROM becomes part of the statement that asks it, so that it costs no call.

-- The roles that an account has in a room, one row for each reason. A member of the group has one in its public rooms
-- only: a private room lets in who leads the group and who was granted a role.
CREATE FUNCTION roles_in_room(of_room text, of_user text)
RETURNS TABLE (role text, is_let_in_when_private boolean) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT part.role, part.is_let_in_when_private
  FROM rooms r CROSS JOIN LATERAL (
    SELECT 'owner' AS role, true AS is_let_in_when_private
    FROM spaces s WHERE s.id = r.space_id AND s.owner_id = of_user
    UNION ALL
    SELECT m.role, m.role = 'moderator'
    FROM space_members m
    WHERE m.space_id = r.space_id AND m.user_id = of_user AND (m.role = 'moderator' OR r.is_public)
    UNION ALL
    SELECT rr.role, true FROM room_roles rr WHERE rr.room_id = r.id AND rr.user_id = of_user
    -- Keeps the look-ups by key: an account may own a hundred thousand groups.
    OFFSET 0
  ) part
  WHERE r.id = of_room;
END;

-- Those of its roles by which an account leads a room; none: it does not.
CREATE FUNCTION leading_roles_in_room(of_room text, of_user text)
RETURNS TABLE (role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.role FROM roles_in_room(of_room, of_user) r WHERE r.role IN ('owner', 'moderator');
END;

-- Those of its roles by which an account may enter a room also while it is private.
CREATE FUNCTION roles_in_private_room(of_room text, of_user text)
RETURNS TABLE (role text) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT r.role FROM roles_in_room(of_room, of_user) r WHERE r.is_let_in_when_private;
END;

-- The role in the call that a link gives; null once it ended.
CREATE VIEW link_standing AS
  SELECT id AS link_id, room_id, CASE WHEN revoked_at IS NULL AND expires_at > now() THEN role END AS call_role
  FROM access_links;

-- What a participant's session gives. Everything is asked anew: of the account, of the link, of the call.
CREATE VIEW participant_standing AS
  SELECT p.id AS participant_id, p.room_id,
    -- The account was disabled, or its password reset after they entered.
    account.is_revoked AS is_account_revoked,
    account.admits AS account_admits,
    -- The role in the call; null for who is shut out by the account or the link.
    CASE
      WHEN l.revoked_at IS NOT NULL OR NOT account.admits THEN NULL
      WHEN p.link_id IS NULL THEN
        CASE WHEN p.removed_at IS NULL AND EXISTS (SELECT FROM leading_roles_in_room(p.room_id, p.user_id))
          THEN 'moderator' ELSE 'user' END
      -- A session lives longer than most links. It keeps the link's role for who is in the running call, or whom the
      -- link would let in again.
      WHEN p.removed_at IS NULL AND p.admission = 'admitted' AND (
        l.expires_at > now() AND (l.is_permanent OR coalesce(l.bound_to = p.browser_hash, true))
        OR EXISTS (
          SELECT FROM visits v JOIN calls c ON c.id = v.call_id
          WHERE v.participant_id = p.id AND c.finished_at IS NULL
        )
      ) THEN p.role
      ELSE 'user'
    END AS call_role
  FROM participants p
  LEFT JOIN access_links l ON l.id = p.link_id
  CROSS JOIN LATERAL (
    SELECT EXISTS (
      SELECT FROM users u
      WHERE u.id = p.user_id AND (u.disabled_at IS NOT NULL OR u.entries_valid_from > p.created_at)
    ) AS is_revoked
  ) ended
  CROSS JOIN LATERAL (
    -- In a private room an account that lost the part by which it came does not let them stay.
    SELECT ended.is_revoked, NOT ended.is_revoked AND (
      NOT p.by_part
      OR (SELECT r.is_public FROM rooms r WHERE r.id = p.room_id)
      OR EXISTS (SELECT FROM roles_in_private_room(p.room_id, p.user_id))
    ) AS admits
  ) account;
