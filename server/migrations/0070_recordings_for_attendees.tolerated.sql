-- Whether the people who attended the call may watch its recording; NULL: as the room says.
ALTER TABLE records ADD COLUMN is_watching_allowed boolean;

-- An email about a finished recording names it.
ALTER TABLE queued_emails ADD COLUMN record_id text REFERENCES records (id) ON DELETE CASCADE;
CREATE INDEX queued_emails_record ON queued_emails (record_id) WHERE record_id IS NOT NULL;
