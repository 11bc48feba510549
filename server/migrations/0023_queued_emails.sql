-- Emails that must not be lost. A row is written in the transaction that causes the email, and deleted once the mail
-- server accepted it. `due_at` is the next attempt: an attempt sets it first, so that the email of a killed server is
-- sent by the next one.
CREATE TABLE queued_emails (
  -- Made of the kind and what the email is about, so that nothing queues it twice. It is also the Message-ID.
  id text PRIMARY KEY,
  kind text NOT NULL,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  call_id text NOT NULL REFERENCES calls (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX queued_emails_due ON queued_emails (due_at);
CREATE INDEX queued_emails_room ON queued_emails (room_id);
CREATE INDEX queued_emails_call ON queued_emails (call_id);
CREATE INDEX queued_emails_user ON queued_emails (user_id);

-- The language of emails that no request of their reader causes: what their browser preferred at the last sign-in.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'ru'));
