-- The participants whom a decision of a moderator keeps out of their room now, and why. A removal holds until the call
-- ends, and in a playback, which has no calls, for all its sessions. A refusal holds until the end of the call to which
-- it belongs. Each part has an index of its own, which has few rows: for all at once the planner, without statistics,
-- would read everybody in the room.
CREATE VIEW removals AS
  SELECT x.id AS participant_id, c.room_id, x.link_id, x.user_id, x.browser_hash, x.external_user_id,
    'removed_from_call' AS ban
  FROM calls c JOIN participants x ON x.call_id = c.id
  WHERE c.finished_at IS NULL AND x.removed_at IS NOT NULL
  UNION ALL
  SELECT x.id, r.id, x.link_id, x.user_id, x.browser_hash, x.external_user_id, 'removed_from_call'
  FROM rooms r JOIN participants x ON x.room_id = r.id
  WHERE r.kind = 'playback' AND x.removed_at IS NOT NULL
  UNION ALL
  SELECT x.id, x.room_id, x.link_id, x.user_id, x.browser_hash, x.external_user_id, 'entry_refused'
  FROM participants x
  WHERE x.admission = 'refused'
    AND NOT EXISTS (SELECT FROM calls c WHERE c.room_id = x.room_id AND c.finished_at > x.decided_at AND NOT c.is_sample);
