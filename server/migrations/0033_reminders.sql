-- Emails before a session of an automatic webinar, which a viewer requested.

-- One row for each session, participant and address.
CREATE TABLE reminders (
  id text PRIMARY KEY,
  playback_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  -- Without a reference: the row stays for the email that says that its session was cancelled.
  session_id text NOT NULL,
  -- The address that the entry form had at the request.
  email text NOT NULL,
  language text NOT NULL CHECK (language IN ('en', 'ru')),
  timezone text NOT NULL,
  -- The emails that are wanted; empty: turned off.
  kinds text[] NOT NULL,
  -- The start that the latest email stated, and how often it has changed (SEQUENCE of the calendar entry).
  start_date timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 0,
  -- When the next email is due; null: no more.
  due_at timestamptz,
  -- When somebody unsubscribed the address by a link in an email.
  stopped_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX reminders_own ON reminders (participant_id, session_id, lower(email));
CREATE INDEX reminders_due ON reminders (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX reminders_playback ON reminders (playback_id, created_at);
CREATE INDEX reminders_email ON reminders (lower(email), created_at);

-- An email is about a call and an account, or about a reminder.
ALTER TABLE queued_emails
  ALTER COLUMN call_id DROP NOT NULL,
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN reminder_id text REFERENCES reminders (id) ON DELETE CASCADE,
  ADD COLUMN occasion text
    CHECK (occasion IN ('requested', 'dayBefore', 'hourBefore', 'start', 'moved', 'cancelled'));
ALTER TABLE queued_emails
  ADD CHECK (kind <> 'attendance' OR (call_id IS NOT NULL AND user_id IS NOT NULL)),
  ADD CHECK ((kind = 'reminder') <= (reminder_id IS NOT NULL AND occasion IS NOT NULL));
CREATE INDEX queued_emails_reminder ON queued_emails (reminder_id) WHERE reminder_id IS NOT NULL;
