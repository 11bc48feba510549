-- Questions of viewers in sessions of automatic webinars, with answers (docs/decisions/0195).
CREATE TABLE session_questions (
  id text PRIMARY KEY,
  session_id text NOT NULL REFERENCES playback_sessions (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  text text NOT NULL,
  -- The second of the video that the person saw.
  position double precision NOT NULL,
  asked_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'dismissed')),
  -- NULL: not answered in writing.
  answer text,
  -- All viewers of the session see the question and its answer.
  is_public boolean NOT NULL DEFAULT false,
  -- When it was answered or dismissed, last.
  answered_at timestamptz,
  -- Grows with each change.
  revision integer NOT NULL DEFAULT 0
);
CREATE INDEX session_questions_session ON session_questions (session_id, asked_at);
CREATE INDEX session_questions_participant ON session_questions (participant_id, session_id);
