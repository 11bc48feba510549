-- A moderator gave a person in the call another role or name. `role` is the given role; `role_before` is the one by the
-- link or the account, which the end of the call restores. NULL: no role was given.
ALTER TABLE participants
  ADD COLUMN role_before text CHECK (role_before IN ('user', 'moderator')),
  ADD COLUMN is_name_given boolean NOT NULL DEFAULT false;

-- Nobody takes the role in the call from an account that leads the room.
CREATE OR REPLACE VIEW participant_standing AS
  SELECT p.id AS participant_id, p.room_id,
    account.is_revoked AS is_account_revoked,
    account.admits AS account_admits,
    CASE
      WHEN l.revoked_at IS NOT NULL OR NOT account.admits THEN NULL
      WHEN p.link_id IS NULL THEN
        CASE
          WHEN p.removed_at IS NOT NULL THEN 'user'
          WHEN EXISTS (SELECT FROM leading_roles_in_room(p.room_id, p.user_id)) THEN 'moderator'
          WHEN p.role_before IS NOT NULL THEN p.role
          ELSE 'user'
        END
      WHEN p.removed_at IS NULL AND p.admission = 'admitted' AND (
        l.expires_at > now() AND (l.is_permanent OR coalesce(l.bound_to = p.browser_hash, true))
        OR EXISTS (
          SELECT FROM visits v JOIN calls c ON c.id = v.call_id
          WHERE v.participant_id = p.id AND c.finished_at IS NULL
        )
        OR EXISTS (
          SELECT FROM viewings v JOIN playback_sessions s ON s.id = v.session_id
          WHERE v.participant_id = p.id AND v.closed_at IS NULL AND s.finished_at IS NULL
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
    SELECT ended.is_revoked, NOT ended.is_revoked AND (
      NOT p.by_part
      OR (SELECT r.is_public FROM rooms r WHERE r.id = p.room_id)
      OR EXISTS (SELECT FROM roles_in_private_room(p.room_id, p.user_id))
    ) AS admits
  ) account;
