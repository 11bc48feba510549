-- The rights of each participant now, by their id.
CREATE VIEW participant_standing AS
  SELECT p.id AS participant_id, p.room_id, s.* FROM participants p CROSS JOIN LATERAL standing_of(p) s;
