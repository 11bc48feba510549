-- An automatic webinar is a room of another kind. Links, join fields, participants, removal and erasure use the same
-- tables; its other fields are in a table of their own.
ALTER TABLE rooms
  ADD COLUMN kind text NOT NULL DEFAULT 'room' CHECK (kind IN ('room', 'playback')),
  DROP CONSTRAINT rooms_type_check,
  ADD CONSTRAINT rooms_type_check CHECK (type IN ('lesson', 'webinar', 'conference'));
ALTER TABLE rooms
  ADD CONSTRAINT rooms_type_of_kind CHECK (type <> CASE kind WHEN 'room' THEN 'conference' ELSE 'lesson' END);

-- No list mixes the kinds.
DROP INDEX rooms_space;
CREATE INDEX rooms_space ON rooms (space_id, kind, id);

-- A playback has no call whose end ends a removal: each entry asks who was removed from it.
CREATE INDEX participants_removed_from ON participants (room_id) WHERE removed_at IS NOT NULL;

CREATE TABLE playbacks (
  room_id text PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
  -- The content: a recording of the group or an uploaded video, and the media that is prepared from it.
  record_id text,
  asset_id text,
  video_id text,
  timeline_id text NOT NULL,
  readiness text NOT NULL DEFAULT 'draft' CHECK (readiness IN ('draft', 'preparing', 'ready', 'failed')),
  readiness_changed_at timestamptz NOT NULL,
  readiness_reason text CHECK (
    readiness_reason IN ('not_found', 'unreadable', 'no_video', 'too_long', 'storage', 'unknown')
  ),
  -- Seconds: as the client stated, until the length of the prepared media is known.
  duration double precision,
  is_chat_replayed boolean NOT NULL DEFAULT true,
  is_replay_allowed boolean NOT NULL DEFAULT false,
  replay_days integer,
  CHECK (record_id IS NULL OR asset_id IS NULL)
);
-- Deletion of a recording or an uploaded video asks which playbacks use it.
CREATE INDEX playbacks_record ON playbacks (record_id) WHERE record_id IS NOT NULL;
CREATE INDEX playbacks_asset ON playbacks (asset_id) WHERE asset_id IS NOT NULL;
CREATE INDEX playbacks_video ON playbacks (video_id) WHERE video_id IS NOT NULL;
