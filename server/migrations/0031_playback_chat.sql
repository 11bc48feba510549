-- Chat channels of sessions of automatic webinars, the timeline of a playback, and what of it was shown.

-- A channel belongs to a room, to one session of a playback (then room_id is the playback's room), or to two people.
ALTER TABLE chat_channels ADD COLUMN session_id text UNIQUE REFERENCES playback_sessions (id) ON DELETE CASCADE;
ALTER TABLE chat_channels ADD CHECK (session_id IS NULL OR room_id IS NOT NULL);
ALTER TABLE chat_channels DROP CONSTRAINT chat_channels_room_id_key;
-- One channel for each room and for each session. Not partial: deleting a room looks its channels up by room_id.
CREATE UNIQUE INDEX chat_channels_room ON chat_channels (room_id, coalesce(session_id, ''));

-- A message of the recorded call that was replayed in a session's channel: exactly once, and erased with the original.
ALTER TABLE chat_messages ADD COLUMN copy_of bigint;
CREATE UNIQUE INDEX chat_messages_copy ON chat_messages (copy_of, channel_id) WHERE copy_of IS NOT NULL;

CREATE TABLE timeline_items (
  id text PRIMARY KEY,
  playback_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- seconds of the video
  at_second double precision NOT NULL,
  until_second double precision,
  kind text NOT NULL CHECK (kind IN ('offer', 'poll', 'message')),
  content jsonb NOT NULL,
  CHECK (until_second > at_second)
);
CREATE INDEX timeline_items_playback ON timeline_items (playback_id, at_second, id);

-- The items that a session has shown, as they were then: a later change of the timeline does not change them.
CREATE TABLE session_items (
  session_id text NOT NULL REFERENCES playback_sessions (id) ON DELETE CASCADE,
  item_id text NOT NULL,
  at_second double precision NOT NULL,
  until_second double precision,
  kind text NOT NULL,
  content jsonb NOT NULL,
  shown_at timestamptz NOT NULL,
  poll_id bigint,
  message_id bigint,
  -- when its poll was stopped
  closed_at timestamptz,
  PRIMARY KEY (session_id, item_id)
);
CREATE INDEX session_items_open_polls ON session_items (session_id) WHERE poll_id IS NOT NULL AND closed_at IS NULL;

-- Which messages of the recorded call a session replays: those up to end_message_id, the next one after
-- last_message_id.
CREATE TABLE session_replays (
  session_id text PRIMARY KEY REFERENCES playback_sessions (id) ON DELETE CASCADE,
  -- the channel of the recorded room
  channel_id bigint NOT NULL,
  recorded_from timestamptz NOT NULL,
  last_message_id bigint NOT NULL,
  end_message_id bigint NOT NULL
);

CREATE TABLE offer_clicks (
  session_id text NOT NULL REFERENCES playback_sessions (id) ON DELETE CASCADE,
  item_id text NOT NULL,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  first_clicked_at timestamptz NOT NULL,
  clicks integer NOT NULL,
  PRIMARY KEY (session_id, item_id, participant_id)
);
CREATE INDEX offer_clicks_participant ON offer_clicks (participant_id);

-- A moderator's changes to messages of the recorded call, for one playback.
CREATE TABLE original_messages (
  playback_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  message_id bigint NOT NULL,
  is_hidden boolean NOT NULL,
  display_name text,
  PRIMARY KEY (playback_id, message_id)
);
CREATE INDEX original_messages_message ON original_messages (message_id);
