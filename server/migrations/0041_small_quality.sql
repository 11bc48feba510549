-- The small quality of a video that is ready, made when this node has nothing more urgent to do. While it is made,
-- `node_id` and `claimed_until` are those of its attempt; the video stays ready.
ALTER TABLE videos
  -- none: the full size is small itself
  ADD COLUMN small_state text NOT NULL DEFAULT 'none'
    CHECK (small_state IN ('none', 'waiting', 'preparing', 'ready', 'failed')),
  ADD COLUMN small_attempts integer NOT NULL DEFAULT 0;

UPDATE videos SET small_state = 'waiting'
WHERE state = 'ready' AND deleted_at IS NULL AND least(width, height) > 480
  AND EXISTS (
    SELECT FROM video_renditions r WHERE r.video_id = videos.id AND r.name = 'source' AND r.bandwidth > 500000
  );

CREATE INDEX videos_small_due ON videos (ready_at)
  WHERE deleted_at IS NULL AND state = 'ready' AND small_state IN ('waiting', 'preparing');
