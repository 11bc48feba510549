-- Those of some channels that an admitted person can see: of rooms, of sessions, and their own direct ones. OFFSET 0 makes
-- the planner look up each channel by its id instead of reading all rooms of the group.
CREATE FUNCTION channels_seen_by(of_user bigint, of_participant text, among bigint[])
RETURNS TABLE (channel_id bigint) LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT a.id
  FROM unnest(among) a (id)
  CROSS JOIN LATERAL (SELECT id, space_id FROM rooms WHERE channel_id = a.id AND kind = 'room' OFFSET 0) r
  CROSS JOIN (SELECT space_id FROM chat_users WHERE id = of_user OFFSET 0) u
  CROSS JOIN LATERAL channel_standing(of_user, of_participant, r.id, NULL, NULL) s
  WHERE r.space_id = u.space_id AND s.is_visible
  UNION ALL
  SELECT a.id
  FROM unnest(among) a (id)
  CROSS JOIN LATERAL (
    SELECT space_id, room_id, session_id FROM chat_channels WHERE id = a.id AND session_id IS NOT NULL OFFSET 0
  ) c
  CROSS JOIN (SELECT space_id FROM chat_users WHERE id = of_user OFFSET 0) u
  CROSS JOIN LATERAL channel_standing(of_user, of_participant, c.room_id, c.session_id, NULL) s
  WHERE c.space_id = u.space_id AND s.is_visible
  UNION ALL
  SELECT a.id
  FROM unnest(among) a (id)
  CROSS JOIN LATERAL (
    SELECT FROM chat_members m JOIN chat_channels c ON c.id = m.channel_id AND c.direct_of IS NOT NULL
    WHERE m.channel_id = a.id AND m.user_id = of_user OFFSET 0
  ) direct;
END;
