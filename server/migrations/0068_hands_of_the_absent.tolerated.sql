-- When the hand fell because its owner left the call; it is up again if they return soon.
ALTER TABLE hands ADD COLUMN left_at timestamptz;
