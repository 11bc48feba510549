-- A moderator who joins a channel reads who is muted in it.
CREATE INDEX chat_members_muted ON chat_members (channel_id, user_id) WHERE muted_until IS NOT NULL;
