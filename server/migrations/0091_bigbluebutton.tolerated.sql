-- The API that is compatible with BigBlueButton (docs/decisions/0206). One row for each group that has it.
CREATE TABLE bbb_servers (
  space_id text PRIMARY KEY REFERENCES all_spaces (id) ON DELETE CASCADE,
  -- Encrypted. Until the end of an overlap the previous one is accepted, too.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  is_active boolean NOT NULL,
  created_at timestamptz NOT NULL,
  secret_changed_at timestamptz NOT NULL,
  -- NULL: no request had a right checksum yet. At most a minute late.
  last_request_at timestamptz
);

-- The group of the API of the whole installation, if LECTERN_BBB_SPACE names none.
CREATE TABLE bbb_default_space (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  space_id text NOT NULL REFERENCES all_spaces (id) ON DELETE CASCADE
);
CREATE INDEX bbb_default_space_space ON bbb_default_space (space_id);

-- Meetings: each begins with a successful `create`, and covers all calls of its room until it ends.
CREATE TABLE bbb_meetings (
  id text PRIMARY KEY,
  space_id text NOT NULL REFERENCES all_spaces (id) ON DELETE CASCADE,
  -- The room of all meetings with this meeting_id. No reference: recordings outlive their room.
  room_id text NOT NULL,
  -- The client's own id, as it was sent.
  meeting_id text NOT NULL,
  -- In milliseconds; grows with each meeting of a meeting_id.
  create_time bigint NOT NULL,
  -- The SHA-1 of meeting_id, a hyphen, and create_time: also the recordID of the recording.
  internal_id text NOT NULL,
  name text NOT NULL,
  attendee_password text NOT NULL,
  moderator_password text NOT NULL,
  -- The other parameters of `create` that have an effect (`MeetingSettings`).
  settings jsonb NOT NULL,
  -- meta_*, by their lower-case names.
  metadata jsonb NOT NULL,
  -- The secret of the installation signs its callbacks, not that of the group.
  is_of_installation boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it ends by its duration. NULL: it has none.
  ends_at timestamptz,
  -- When it ends if nobody entered. NULL: never.
  unjoined_until timestamptz,
  -- How long after the last person left it ends. 0: never.
  empty_minutes integer NOT NULL,
  -- The same after the last moderator left. NULL: never.
  no_moderator_minutes integer,
  first_entry_at timestamptz,
  ended_at timestamptz,
  -- request: by `end`; moderator: a moderator ended it for all; the others by the times above.
  end_reason text CHECK (end_reason IN ('request', 'moderator', 'duration', 'unjoined', 'empty', 'no_moderator', 'room_deleted')),
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE UNIQUE INDEX bbb_meetings_live ON bbb_meetings (space_id, meeting_id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX bbb_meetings_internal ON bbb_meetings (space_id, internal_id);
CREATE INDEX bbb_meetings_known ON bbb_meetings (space_id, meeting_id, create_time);
CREATE INDEX bbb_meetings_room ON bbb_meetings (room_id, created_at);
CREATE INDEX bbb_meetings_ended ON bbb_meetings (ended_at) WHERE ended_at IS NOT NULL;

-- The access links that `join` made, with what only this API knows of their people.
CREATE TABLE bbb_joins (
  link_id text PRIMARY KEY REFERENCES access_links (id) ON DELETE CASCADE,
  meeting_id text NOT NULL REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  is_guest boolean NOT NULL,
  -- userdata-*, by the rest of their names.
  custom_data jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX bbb_joins_meeting ON bbb_joins (meeting_id);

-- The recording of a meeting, with all records of the room between its begin and its end.
CREATE TABLE bbb_recordings (
  meeting_id text PRIMARY KEY REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  space_id text NOT NULL REFERENCES all_spaces (id) ON DELETE CASCADE,
  -- bbb_meetings.internal_id
  record_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('processing', 'published', 'unpublished', 'deleted')),
  -- Its playback opens by a fresh address only.
  is_protected boolean NOT NULL DEFAULT false,
  name text NOT NULL,
  metadata jsonb NOT NULL,
  -- The last part of the stable address of its playback.
  playback_key text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the last part was ready.
  ready_at timestamptz,
  participants integer NOT NULL DEFAULT 0,
  deleted_at timestamptz,
  CHECK ((state = 'deleted') = (deleted_at IS NOT NULL))
);
CREATE UNIQUE INDEX bbb_recordings_record ON bbb_recordings (space_id, record_id);
CREATE UNIQUE INDEX bbb_recordings_playback ON bbb_recordings (playback_key);
CREATE INDEX bbb_recordings_started ON bbb_recordings (space_id, started_at);

-- A guest of a meeting whose moderators admit guests: waits whatever the room's waitingRoomAudience is.
ALTER TABLE access_links ADD COLUMN waits_for_admission boolean NOT NULL DEFAULT false;
