-- Which accounts' clients may create users: the operator allows them, the first account from the start.
ALTER TABLE users ADD COLUMN may_create_users boolean NOT NULL DEFAULT false;
UPDATE users SET may_create_users = true
WHERE id = (SELECT id FROM users ORDER BY created_at, id LIMIT 1);

-- When the password was last reset. Entries into calls made with the account before this time are no longer valid.
ALTER TABLE users ADD COLUMN entries_valid_from timestamptz;

-- For the query of every node, every two seconds, for accounts whose entries were ended since its last run.
CREATE INDEX users_entries_valid_from ON users (entries_valid_from) WHERE entries_valid_from IS NOT NULL;
CREATE INDEX users_disabled ON users (disabled_at) WHERE disabled_at IS NOT NULL;
