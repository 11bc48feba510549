-- The rules of the live meeting of the BigBlueButton API in a room, beyond the room's settings.
CREATE VIEW meeting_rules AS
  SELECT room_id, created_at AS since, nullif((settings ->> 'maxParticipants')::integer, 0) AS most_people,
    coalesce((settings ->> 'isRecorded')::boolean AND (settings ->> 'isRecordingFixed')::boolean, false)
      AS is_recording_fixed
  FROM bbb_meetings WHERE ended_at IS NULL;
