-- The participants whom moderators removed or refused, and why each is kept out of the room now; null: nothing does any
-- more. A removal holds until the call ends, and in a playback, which has no calls, for all its sessions. A refusal holds
-- until the end of the call to which it belongs.
CREATE VIEW removals AS
  SELECT x.id AS participant_id, x.room_id, x.call_id, x.link_id, x.user_id, x.browser_hash, x.external_user_id,
    x.removed_at IS NOT NULL AS is_removed,
    CASE
      WHEN x.removed_at IS NOT NULL AND (
        (SELECT c.finished_at IS NULL FROM calls c WHERE c.id = x.call_id)
        OR (SELECT r.kind = 'playback' FROM rooms r WHERE r.id = x.room_id)
      ) THEN 'removed_from_call'
      WHEN x.admission = 'refused' AND NOT EXISTS (
        SELECT FROM calls c WHERE c.room_id = x.room_id AND c.finished_at > x.decided_at
      ) THEN 'entry_refused'
    END AS ban
  FROM participants x
  WHERE x.removed_at IS NOT NULL OR x.admission = 'refused';
