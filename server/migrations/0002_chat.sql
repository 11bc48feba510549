-- The chat: channels with their numbered changes, the people in them, messages, polls; raised hands.

-- What a group's chat application is set to; where there is no row, everything is as by default.
CREATE TABLE chat_applications (
  space_id text PRIMARY KEY REFERENCES spaces (id) ON DELETE CASCADE,
  settings jsonb NOT NULL DEFAULT '{}',
  m2m_token_hash bytea UNIQUE
);
CREATE UNIQUE INDEX spaces_chat_application ON spaces (chat_application_id);
CREATE UNIQUE INDEX rooms_channel ON rooms (channel_id);

CREATE TABLE chat_channels (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  -- null for a direct conversation
  room_id text UNIQUE REFERENCES rooms (id) ON DELETE CASCADE,
  -- the two of a direct conversation, as 'smaller:larger'
  direct_of text,
  -- tells one life of the channel's stream from another
  epoch text NOT NULL,
  -- the number of the last change; raised in the transaction of each
  top bigint NOT NULL DEFAULT 0,
  slow_mode_seconds integer NOT NULL DEFAULT 0,
  links_allowed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL,
  CHECK ((room_id IS NULL) <> (direct_of IS NULL)),
  UNIQUE (space_id, direct_of)
);

-- One row a person and application, whatever way they came.
CREATE TABLE chat_users (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  -- who it is: an account, a link of one's own, a browser; or the integrator's id, or a name that signed up
  identity text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('participant', 'm2m', 'registered', 'guest')),
  -- in the whole application; what somebody is in a call does not stand here
  role text NOT NULL CHECK (role IN ('user', 'moderator')),
  username text NOT NULL,
  display_name text NOT NULL,
  avatar_url text,
  lang text,
  password_hash text,
  created_at timestamptz NOT NULL,
  UNIQUE (space_id, identity)
);

-- As which participants a person entered rooms.
CREATE TABLE chat_user_participants (
  participant_id text PRIMARY KEY REFERENCES participants (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES chat_users (id) ON DELETE CASCADE,
  -- the name under which they entered: another one renames the person in the chat
  name text NOT NULL
);
CREATE INDEX chat_user_participants_user ON chat_user_participants (user_id, participant_id);

CREATE TABLE chat_members (
  channel_id bigint NOT NULL REFERENCES chat_channels (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES chat_users (id) ON DELETE CASCADE,
  joined_at timestamptz NOT NULL,
  left_at timestamptz,
  -- may not write until then; stays when they leave and join again
  muted_until timestamptz,
  PRIMARY KEY (channel_id, user_id)
);
CREATE INDEX chat_members_user ON chat_members (user_id) WHERE left_at IS NULL;

-- Every change of a channel, numbered without holes in the order in which they became true.
CREATE TABLE chat_events (
  channel_id bigint NOT NULL REFERENCES chat_channels (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  event text NOT NULL,
  payload json NOT NULL,
  -- the message whose words it carries, which are blanked when that is deleted
  message_id bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (channel_id, seq)
);
CREATE INDEX chat_events_message ON chat_events (message_id) WHERE message_id IS NOT NULL;

CREATE TABLE chat_messages (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  channel_id bigint NOT NULL REFERENCES chat_channels (id) ON DELETE CASCADE,
  seq bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('user', 'system')),
  -- null for one of the system's, or of somebody who was erased
  user_id bigint REFERENCES chat_users (id) ON DELETE SET NULL,
  text text NOT NULL,
  meta jsonb,
  reply_to bigint,
  client_message_id text,
  created_at timestamptz NOT NULL,
  edited_at timestamptz,
  deleted_at timestamptz,
  UNIQUE (channel_id, seq),
  UNIQUE (channel_id, user_id, client_message_id)
);
CREATE INDEX chat_messages_page ON chat_messages (channel_id, id) WHERE deleted_at IS NULL;
-- How much somebody wrote in the last seconds.
CREATE INDEX chat_messages_user ON chat_messages (user_id, created_at);

CREATE TABLE chat_reactions (
  message_id bigint NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
  emoji text NOT NULL,
  user_id bigint NOT NULL REFERENCES chat_users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (message_id, emoji, user_id)
);

CREATE TABLE chat_pins (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  channel_id bigint NOT NULL REFERENCES chat_channels (id) ON DELETE CASCADE,
  message_id bigint NOT NULL UNIQUE REFERENCES chat_messages (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX chat_pins_channel ON chat_pins (channel_id, id);

CREATE TABLE chat_polls (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  channel_id bigint NOT NULL REFERENCES chat_channels (id) ON DELETE CASCADE,
  question text NOT NULL,
  with_answer boolean NOT NULL,
  is_open_ended boolean NOT NULL,
  status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'in_progress', 'done')),
  template_id text,
  created_at timestamptz NOT NULL,
  stopped_at timestamptz
);
CREATE INDEX chat_polls_channel ON chat_polls (channel_id, id);

CREATE TABLE chat_poll_options (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  poll_id bigint NOT NULL REFERENCES chat_polls (id) ON DELETE CASCADE,
  option text NOT NULL,
  valid boolean NOT NULL
);
CREATE INDEX chat_poll_options_poll ON chat_poll_options (poll_id, id);

-- One voting a person and poll: the key says so.
CREATE TABLE chat_poll_votes (
  id bigint PRIMARY KEY DEFAULT nextval('chat_ids'),
  poll_id bigint NOT NULL REFERENCES chat_polls (id) ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES chat_users (id) ON DELETE CASCADE,
  option_ids bigint[] NOT NULL,
  answer text,
  created_at timestamptz NOT NULL,
  UNIQUE (poll_id, user_id)
);

-- A raised hand, also after it was lowered: reports count them.
CREATE TABLE hands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  raised_at timestamptz NOT NULL,
  lowered_at timestamptz
);
CREATE UNIQUE INDEX hands_up ON hands (participant_id) WHERE lowered_at IS NULL;
CREATE INDEX hands_room ON hands (room_id, id) WHERE lowered_at IS NULL;

-- How often somebody let a reaction fly in a call.
CREATE TABLE stage_reactions (
  call_id text NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  count integer NOT NULL,
  PRIMARY KEY (call_id, participant_id)
);

-- Who was shut out in the last seconds, looked for all the time.
CREATE INDEX participants_removed ON participants (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX access_links_revoked ON access_links (revoked_at) WHERE revoked_at IS NOT NULL;
