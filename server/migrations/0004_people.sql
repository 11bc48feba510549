-- Accounts in browsers, invitations, the waiting room, join fields of a room's own.

ALTER TABLE users
  ADD COLUMN disabled_at timestamptz,
  -- where the account's meetings are made by default
  ADD COLUMN meetings_space_id text REFERENCES spaces (id) ON DELETE SET NULL,
  ADD COLUMN meetings_room_id text REFERENCES rooms (id) ON DELETE SET NULL;

-- What the owner is shown of a sign-in, to know it again.
ALTER TABLE token_families
  -- null for a browser, which no client stands behind
  ALTER COLUMN client_user_id DROP NOT NULL,
  ADD COLUMN is_browser boolean NOT NULL DEFAULT false,
  ADD COLUMN user_agent text,
  ADD COLUMN ip text,
  ADD COLUMN last_used_at timestamptz;

-- The code that was mailed to somebody who forgot their password; a new one takes the place of the last.
CREATE TABLE password_resets (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  -- wrong guesses so far
  guesses integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- How often somebody tried to sign in of late, by account and address: counted by all nodes together.
CREATE TABLE sign_in_attempts (
  key bytea PRIMARY KEY,
  count integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX sign_in_attempts_age ON sign_in_attempts (resets_at);

-- One invitation admits one person.
CREATE TABLE invites (
  id text PRIMARY KEY,
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('moderator', 'user')),
  created_by text REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  used_by text REFERENCES users (id) ON DELETE SET NULL,
  revoked_at timestamptz
);
CREATE INDEX invites_space ON invites (space_id, id);

ALTER TABLE rooms ADD COLUMN custom_fields jsonb NOT NULL DEFAULT '[]';

-- What the maker of the link knows of the person beside e-mail and phone, by slug or id of a field.
ALTER TABLE access_links
  ADD COLUMN fields jsonb NOT NULL DEFAULT '{}',
  -- when the first person came by it
  ADD COLUMN entered_at timestamptz;
UPDATE access_links l SET entered_at = (SELECT min(created_at) FROM participants p WHERE p.link_id = l.id);
-- A room may have a hundred thousand: what a list asks of each is answered by the index.
DROP INDEX access_links_room;
CREATE INDEX access_links_room ON access_links (room_id, id) INCLUDE (expires_at, revoked_at, entered_at);

ALTER TABLE participants
  ADD COLUMN admission text NOT NULL DEFAULT 'admitted'
    CHECK (admission IN ('admitted', 'waiting', 'refused')),
  -- answers to the room's own fields: [{id, title, value}], the titles as they were asked
  ADD COLUMN fields jsonb NOT NULL DEFAULT '[]',
  -- when a moderator let this person in or refused them: it holds to the end of the call that runs then, or of the next
  ADD COLUMN decided_at timestamptz,
  -- when the page of somebody who waits was last heard of
  ADD COLUMN seen_at timestamptz;
-- Somebody came by a part that their account had in the room: without one they may not stay where it is private.
ALTER TABLE participants ADD COLUMN by_part boolean NOT NULL DEFAULT false;
CREATE INDEX participants_waiting ON participants (room_id, seen_at) WHERE admission = 'waiting';
CREATE INDEX participants_last_seen ON participants (seen_at) WHERE admission = 'waiting';
CREATE INDEX participants_refused ON participants (room_id) WHERE admission = 'refused';
CREATE INDEX calls_finished ON calls (room_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX participants_user ON participants (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX participants_external ON participants (external_user_id) WHERE external_user_id IS NOT NULL;
-- Messages and votes of somebody who was erased stay somebody's.
ALTER TABLE chat_users ADD COLUMN erased_at timestamptz;
CREATE INDEX access_links_external ON access_links (external_user_id) WHERE external_user_id IS NOT NULL;
