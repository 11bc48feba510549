-- The people in each meeting who joined, as its hooks were told.
CREATE TABLE bbb_joined_people (
  meeting_id text NOT NULL REFERENCES bbb_meetings (id) ON DELETE CASCADE,
  participant_id text NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  PRIMARY KEY (meeting_id, participant_id)
);
CREATE INDEX bbb_joined_people_participant ON bbb_joined_people (participant_id);
