-- The rules of the live meeting of the BigBlueButton API in a room, beyond the room's settings.
CREATE VIEW meeting_rules AS
  SELECT room_id, nullif((settings ->> 'maxParticipants')::integer, 0) AS most_people,
    coalesce((settings ->> 'isRecordingFixed')::boolean, false) AS is_recording_fixed
  FROM bbb_meetings WHERE ended_at IS NULL;
