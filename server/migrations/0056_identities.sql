-- Sign-in by an OpenID Connect provider.

-- NULL: the account has no password, and its person signs in by the provider.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
-- When somebody proved that the email address is theirs; NULL: nobody did, so no provider finds the account by it.
ALTER TABLE users ADD COLUMN email_verified_at timestamptz;

-- The account at the provider that a person signs in with. Issuer and subject identify them; an address may change.
CREATE TABLE identities (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  issuer text NOT NULL,
  subject text NOT NULL,
  -- As the provider stated it last.
  email text,
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (issuer, subject)
);

-- Visits to the provider that have not come back.
CREATE TABLE provider_flows (
  -- A hash of the state and of the cookie that binds it to one browser.
  key bytea PRIMARY KEY,
  next text,
  -- The sign-in whose account is linked; NULL: somebody signs in.
  family_id text REFERENCES token_families (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX provider_flows_expiry ON provider_flows (expires_at);
CREATE INDEX provider_flows_family ON provider_flows (family_id);

-- The ID token of a sign-in, encrypted, with which the provider ends its own session.
CREATE TABLE provider_sessions (
  family_id text PRIMARY KEY REFERENCES token_families (id) ON DELETE CASCADE,
  id_token bytea NOT NULL
);

-- Memberships that a claim of the provider gave or raised, so that these end with the claim and no others do.
CREATE TABLE claimed_memberships (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  space_id text NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('moderator', 'user')),
  -- The role before the claim; NULL: they were not a member.
  former_role text CHECK (former_role IN ('moderator', 'user')),
  PRIMARY KEY (user_id, space_id)
);
CREATE INDEX claimed_memberships_space ON claimed_memberships (space_id);
