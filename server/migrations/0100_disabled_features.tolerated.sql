-- Features of a room that nobody may use, moderators neither: a meeting of BigBlueButton turns them off (docs/decisions/0215).
ALTER TABLE rooms ADD COLUMN disabled_features text[] NOT NULL DEFAULT '{}';
