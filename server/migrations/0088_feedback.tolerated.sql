-- The answers that people in a call give now (docs/decisions/0193). They end with the call.
CREATE TABLE feedback (
  participant_id text PRIMARY KEY REFERENCES participants (id) ON DELETE CASCADE,
  -- No reference: an answer is stored under the lock of the channel, and must not wait for somebody who changes the room.
  room_id text NOT NULL,
  answer text NOT NULL,
  answered_at timestamptz NOT NULL,
  -- When the person left the call; the answer is shown again if they return soon.
  left_at timestamptz
);
CREATE INDEX feedback_room ON feedback (room_id);
