-- Invitation ids are random now, so lists are ordered by time.
CREATE INDEX invites_space_time ON invites (space_id, created_at, id);
DROP INDEX invites_space;
