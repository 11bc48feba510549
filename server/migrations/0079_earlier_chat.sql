-- These people see the messages of calls before their own first one; moderators always do.
ALTER TABLE rooms
  ADD COLUMN earlier_chat_audience text NOT NULL DEFAULT 'members' CHECK (earlier_chat_audience IN ('nobody', 'members', 'everyone'));
-- The socket recovers only changes after this number: it does not know who may see those of earlier calls.
ALTER TABLE chat_channels ADD COLUMN recoverable_after bigint NOT NULL DEFAULT 0;
-- A moderator who joins a channel reads who is muted in it.
CREATE INDEX chat_members_muted ON chat_members (channel_id, user_id) WHERE muted_until IS NOT NULL;
