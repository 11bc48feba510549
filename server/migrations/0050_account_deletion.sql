-- Accounts that the operator deletes by the command line. Only a server can do it: it removes people from calls and tells
-- open pages. It deletes the account in one transaction, and this row with it.
CREATE TABLE account_deletions (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  keeps_links boolean NOT NULL,
  requested_at timestamptz NOT NULL,
  -- The reason why it was not possible, for the command that requested it.
  failure text
);
