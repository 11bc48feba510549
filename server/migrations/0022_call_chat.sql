-- When the poll was opened for votes: the call it belongs to follows from it. Older polls: when they were made.
ALTER TABLE chat_polls ADD COLUMN started_at timestamptz;
UPDATE chat_polls SET started_at = created_at WHERE status <> 'new';

-- The messages of a call in a room's long history, with deleted ones.
CREATE INDEX chat_messages_time ON chat_messages (channel_id, created_at);
