-- Hooks of the BigBlueButton API (docs/decisions/0217): addresses that get the events of meetings.
CREATE TABLE bbb_hooks (
  id text PRIMARY KEY,
  space_id text NOT NULL REFERENCES all_spaces (id) ON DELETE CASCADE,
  callback_url text NOT NULL,
  -- The secret of the installation signs its requests, not that of the group.
  is_of_installation boolean NOT NULL,
  -- The meeting as the client names it. NULL: the hook gets the events of all meetings of the group.
  client_meeting_id text,
  -- Its meeting, as soon as that is created; the hook is removed after the end of that one.
  meeting_id text REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  -- NULL: all events.
  event_names text[],
  created_at timestamptz NOT NULL,
  -- Removed hooks stay until their deliveries are deleted.
  removed_at timestamptz,
  CHECK (meeting_id IS NULL OR client_meeting_id IS NOT NULL)
);
CREATE INDEX bbb_hooks_space ON bbb_hooks (space_id, created_at);
CREATE INDEX bbb_hooks_meeting ON bbb_hooks (meeting_id);
CREATE INDEX bbb_hooks_removed ON bbb_hooks (removed_at) WHERE removed_at IS NOT NULL;

-- Events that wait to become deliveries, written in the transaction of the change. They name people and messages by ids
-- only, so that no later request has what was erased.
CREATE TABLE bbb_hook_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  meeting_id text NOT NULL REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  event_name text NOT NULL,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX bbb_hook_events_meeting ON bbb_hook_events (meeting_id);

ALTER TABLE bbb_deliveries
  DROP CONSTRAINT bbb_deliveries_event_name_check,
  -- NULL: a callback that `create` named.
  ADD COLUMN hook_id text REFERENCES bbb_hooks (id) ON DELETE CASCADE,
  -- Of a hook: the content of its event, and its place in the queue of the hook and the meeting. Behind the first of a
  -- queue the others have no next attempt.
  ADD COLUMN content jsonb,
  ADD COLUMN queue_number bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX bbb_deliveries_once;
CREATE UNIQUE INDEX bbb_deliveries_once ON bbb_deliveries (meeting_id, event_name, md5(url)) WHERE hook_id IS NULL;
CREATE INDEX bbb_deliveries_queue ON bbb_deliveries (hook_id, meeting_id, queue_number)
  WHERE status = 'pending' AND hook_id IS NOT NULL;
CREATE INDEX bbb_deliveries_hook ON bbb_deliveries (hook_id) WHERE hook_id IS NOT NULL;
CREATE INDEX bbb_deliveries_meeting ON bbb_deliveries (meeting_id);

-- The source of each person that is on, as the hooks of their meeting were told.
CREATE TABLE bbb_sources (
  meeting_id text NOT NULL REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('microphone', 'camera', 'screen')),
  is_muted boolean NOT NULL,
  PRIMARY KEY (meeting_id, participant_id, source)
);
CREATE INDEX bbb_sources_participant ON bbb_sources (participant_id);

-- The presenter of each meeting, as its hooks were told.
CREATE TABLE bbb_presenters (
  meeting_id text PRIMARY KEY REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE
);
CREATE INDEX bbb_presenters_participant ON bbb_presenters (participant_id);
