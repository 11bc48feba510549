-- The file of an erased person's voice is removed from the storage: the recording itself remains.

ALTER TABLE record_voices
  -- when the person was erased
  ADD COLUMN erased_at timestamptz,
  -- when the file of an erased person was removed from the storage
  ADD COLUMN file_removed_at timestamptz;

UPDATE record_voices v SET erased_at = p.erased_at
FROM participants p WHERE p.id = v.participant_id AND p.erased_at IS NOT NULL;
-- Participants may be deleted before their recordings.
UPDATE record_voices SET erased_at = now()
WHERE erased_at IS NULL AND starts_with(external_user_id, 'erased:');

CREATE INDEX record_voices_leftover ON record_voices (record_id)
  WHERE erased_at IS NOT NULL AND file_removed_at IS NULL;
