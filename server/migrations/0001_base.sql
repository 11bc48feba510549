-- Accounts, groups, rooms, links, people in calls, and the webhooks that tell of them.

CREATE SEQUENCE chat_ids;

CREATE TABLE users (
  id text PRIMARY KEY,
  email text NOT NULL,
  username text NOT NULL,
  phone text,
  password_hash text NOT NULL,
  plan text NOT NULL CHECK (plan IN ('free', 'team', 'business', 'enterprise')),
  client_id text UNIQUE,
  client_secret_hash bytea,
  created_by_client_of text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE personal_tokens (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX personal_tokens_user ON personal_tokens (user_id);

-- A family is what one sign-in began: its rotated tokens live and are revoked together.
CREATE TABLE token_families (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('client', 'user')),
  -- whose token it is; for a client token the account that the client belongs to
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX token_families_user ON token_families (user_id);

CREATE TABLE access_tokens (
  token_hash bytea PRIMARY KEY,
  family_id text NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX access_tokens_family ON access_tokens (family_id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);

CREATE TABLE refresh_tokens (
  token_hash bytea PRIMARY KEY,
  family_id text NOT NULL REFERENCES token_families (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family_id);
CREATE INDEX refresh_tokens_expiry ON refresh_tokens (expires_at);

CREATE TABLE spaces (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text,
  logo text,
  is_public boolean NOT NULL,
  owner_id text NOT NULL REFERENCES users (id),
  chat_application_id bigint NOT NULL DEFAULT nextval('chat_ids'),
  created_at timestamptz NOT NULL
);
CREATE INDEX spaces_owner ON spaces (owner_id, id);

-- The owner is in spaces.owner_id and has no row here.
CREATE TABLE space_members (
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('moderator', 'user')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (space_id, user_id)
);
CREATE INDEX space_members_user ON space_members (user_id, space_id);

CREATE TABLE rooms (
  id text PRIMARY KEY,
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  alias text NOT NULL UNIQUE,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('lesson', 'webinar')),
  is_public boolean NOT NULL,
  -- the eleven is…Allowed switches by their names in the interface
  flags jsonb NOT NULL,
  waiting_room_audience text NOT NULL CHECK (waiting_room_audience IN ('nobody', 'guests', 'everyone')),
  redirect_url text,
  join_fields jsonb NOT NULL,
  channel_id bigint NOT NULL DEFAULT nextval('chat_ids'),
  last_call_at timestamptz,
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX rooms_space ON rooms (space_id, id);

CREATE TABLE room_roles (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'moderator', 'user')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, user_id)
);
CREATE INDEX room_roles_user ON room_roles (user_id, room_id);

CREATE TABLE access_links (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  username text NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'moderator')),
  external_user_id text,
  external_meeting_id text,
  email text,
  phone text,
  is_permanent boolean NOT NULL,
  -- the browser that a not permanent link belongs to since its first entry: a hash, never shown
  bound_to bytea,
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX access_links_room ON access_links (room_id, id);

CREATE TABLE calls (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  plan_alias text NOT NULL,
  room_type text NOT NULL,
  started_at timestamptz NOT NULL,
  -- since when nobody is in the engine's room; null while somebody is
  empty_since timestamptz,
  -- set when the engine lost the room: the clients are coming back by themselves, so no end before this
  returns_until timestamptz,
  finished_at timestamptz,
  most_present integer NOT NULL DEFAULT 0
);
-- A room has at most one active call: the database says so, not a lock.
CREATE UNIQUE INDEX calls_active ON calls (room_id) WHERE finished_at IS NULL;
CREATE INDEX calls_started ON calls (room_id, started_at) WHERE finished_at IS NOT NULL;

CREATE TABLE participants (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- the call that the person's media session was first seen in; null before that
  call_id text REFERENCES calls (id) ON DELETE CASCADE,
  link_id text REFERENCES access_links (id) ON DELETE SET NULL,
  user_id text REFERENCES users (id) ON DELETE SET NULL,
  browser_hash bytea NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'moderator')),
  external_user_id text,
  external_meeting_id text,
  email text,
  phone text,
  -- what the request said of the device, the address and where it came from; for reports
  origin jsonb NOT NULL,
  is_speaking_allowed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  joined_at timestamptz,
  removed_at timestamptz
);
CREATE INDEX participants_room ON participants (room_id, id);
CREATE INDEX participants_call ON participants (call_id);
CREATE INDEX participants_link ON participants (link_id);
-- Who comes back is found by browser, also in rooms that thousands went through.
CREATE INDEX participants_browser ON participants (browser_hash, room_id);

-- One media session as the engine knows it. Sessions of one entry (a client's own reconnection) share entry_id.
CREATE TABLE visits (
  id text PRIMARY KEY,
  call_id text NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  entry_id text NOT NULL,
  engine_sid text NOT NULL UNIQUE,
  entered_at timestamptz NOT NULL,
  exited_at timestamptz
);
CREATE INDEX visits_call ON visits (call_id);
CREATE INDEX visits_participant ON visits (participant_id);
CREATE INDEX visits_open ON visits (call_id) WHERE exited_at IS NULL;

-- When a microphone, camera or screen was on during a visit.
CREATE TABLE media_intervals (
  id text PRIMARY KEY,
  visit_id text NOT NULL REFERENCES visits (id) ON DELETE CASCADE,
  source text NOT NULL CHECK (source IN ('microphone', 'camera', 'screen')),
  -- the engine's id of the track, by which a late or repeated event finds what it speaks of
  track_sid text NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX media_intervals_open ON media_intervals (visit_id, source) WHERE ended_at IS NULL;
CREATE INDEX media_intervals_visit ON media_intervals (visit_id);

-- The engine's events that were taken in: one that comes twice is not applied again.
CREATE TABLE engine_events (
  id text PRIMARY KEY,
  received_at timestamptz NOT NULL
);
CREATE INDEX engine_events_age ON engine_events (received_at);

CREATE TABLE webhooks (
  id text PRIMARY KEY,
  space_id text NOT NULL UNIQUE REFERENCES spaces (id) ON DELETE CASCADE,
  url text NOT NULL,
  -- encrypted with the installation's key
  secret bytea NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL
);

-- One delivery an event: written in the transaction of the fact that it tells of.
CREATE TABLE webhook_deliveries (
  id text PRIMARY KEY,
  -- the order in which facts became true; first attempts of a room begin in it
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id text NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  event_name text NOT NULL,
  space_id text NOT NULL,
  room_id text NOT NULL,
  record_id text,
  call_id text,
  -- the exact bytes of the inner object
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  -- until when a sender holds it; a dead sender's hold simply runs out
  claimed_until timestamptz,
  -- which node holds it: one that was killed lets go of its own when it starts again
  claimed_by text,
  -- is the attempt under way the second go at one whose sender died? Lost once more, it counts.
  is_repeat boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at, sequence) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, sequence);

CREATE TABLE webhook_attempts (
  id text PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  answer text,
  error text
);
CREATE INDEX webhook_attempts_delivery ON webhook_attempts (delivery_id, started_at);

-- The first answer to a POST with an Idempotency-Key, kept for a day.
CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  status integer,
  answer jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (caller, operation, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
