-- The message to people who wait, while the call runs (docs/decisions/0191).
ALTER TABLE calls ADD COLUMN waiting_message text;
