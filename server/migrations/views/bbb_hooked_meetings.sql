-- Live meetings of the BigBlueButton API of which a hook gets events.
CREATE VIEW bbb_hooked_meetings AS
  SELECT m.id, m.room_id FROM bbb_meetings m
  WHERE m.ended_at IS NULL AND EXISTS (
    SELECT FROM bbb_hooks h
    WHERE h.space_id = m.space_id AND h.removed_at IS NULL AND (h.client_meeting_id IS NULL OR h.meeting_id = m.id)
  );
