-- The timer that a moderator set in the running call (docs/decisions/0192).
ALTER TABLE calls ADD COLUMN timer_started_at timestamptz, ADD COLUMN timer_ends_at timestamptz;
