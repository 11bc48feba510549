-- Pages count the answers of participants without those of moderators (docs/decisions/0197).
ALTER TABLE chat_poll_votes ADD COLUMN by_moderator boolean NOT NULL DEFAULT false;
