-- The prepared video of a playback. A playback that is offline keeps its video, but its sessions play nothing.
CREATE VIEW playback_media AS
  SELECT p.room_id AS playback_id, v.id AS video_id, v.duration, p.readiness = 'ready' AS is_online
  FROM playbacks p JOIN videos v ON v.id = p.video_id AND v.state = 'ready' AND v.deleted_at IS NULL;
