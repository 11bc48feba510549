-- A deleted poll with votes stays for the reports of its calls. The chat shows it no more.
ALTER TABLE chat_polls ADD COLUMN deleted_at timestamptz;
