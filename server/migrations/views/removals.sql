-- The removals and refusals of participants by moderators, and why each keeps the person out of the room now; null: it
-- does no more. A removal holds until the call ends, and in a playback, which has no calls, for all its sessions. A
-- refusal holds until the end of the call to which it belongs. Each part has an index of its own, which has few rows:
-- for both at once the planner, without statistics, would read everybody in the room.
CREATE VIEW removals AS
  SELECT x.id AS participant_id, x.room_id, x.call_id, x.link_id, x.user_id, x.browser_hash, x.external_user_id,
    true AS is_removed,
    CASE WHEN (SELECT c.finished_at IS NULL FROM calls c WHERE c.id = x.call_id)
      OR (SELECT r.kind = 'playback' FROM rooms r WHERE r.id = x.room_id) THEN 'removed_from_call' END AS ban
  FROM participants x WHERE x.removed_at IS NOT NULL
  UNION ALL
  SELECT x.id, x.room_id, x.call_id, x.link_id, x.user_id, x.browser_hash, x.external_user_id, false,
    CASE WHEN NOT EXISTS (SELECT FROM calls c WHERE c.room_id = x.room_id AND c.finished_at > x.decided_at)
      THEN 'entry_refused' END
  FROM participants x WHERE x.admission = 'refused';
