-- The live meeting of a room, which is looked up whenever somebody enters the room or reads its chat.
CREATE INDEX bbb_meetings_live_room ON bbb_meetings (room_id) WHERE ended_at IS NULL;
