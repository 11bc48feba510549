-- A poll that opens for each person at a time of their own, as in permanent sessions of automatic webinars: nothing about
-- it is published in its channel, and the channel does not list it.
ALTER TABLE chat_polls ADD COLUMN is_personal boolean NOT NULL DEFAULT false;
