-- Deletion without sequential scans: an index for every foreign key (server/src/platform/db/plans.test.ts).

CREATE INDEX access_links_creator ON access_links (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX calls_room ON calls (room_id);
CREATE INDEX calls_space ON calls (space_id);
-- The whole key in place of the one for current members, which it also serves.
DROP INDEX chat_members_user;
CREATE INDEX chat_members_user ON chat_members (user_id);
CREATE INDEX chat_poll_votes_user ON chat_poll_votes (user_id);
CREATE INDEX chat_reactions_user ON chat_reactions (user_id);
CREATE INDEX hands_of_room ON hands (room_id);
CREATE INDEX hands_participant ON hands (participant_id);
CREATE INDEX invites_creator ON invites (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX invites_user ON invites (used_by) WHERE used_by IS NOT NULL;
CREATE INDEX rooms_creator ON rooms (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX stage_reactions_participant ON stage_reactions (participant_id);
CREATE INDEX token_families_client ON token_families (client_user_id) WHERE client_user_id IS NOT NULL;
CREATE INDEX users_creator ON users (created_by_client_of) WHERE created_by_client_of IS NOT NULL;
CREATE INDEX users_meetings_room ON users (meetings_room_id) WHERE meetings_room_id IS NOT NULL;
CREATE INDEX users_meetings_space ON users (meetings_space_id) WHERE meetings_space_id IS NOT NULL;

-- Reactions and pins go with the channel, by one statement for each: a key to the message would run one for every
-- message that is deleted. They are written and removed under the channel's lock, together with their message.
ALTER TABLE chat_pins DROP CONSTRAINT chat_pins_message_id_fkey;
ALTER TABLE chat_reactions DROP CONSTRAINT chat_reactions_message_id_fkey;
ALTER TABLE chat_reactions ADD COLUMN channel_id bigint REFERENCES chat_channels (id) ON DELETE CASCADE;
UPDATE chat_reactions r SET channel_id = m.channel_id FROM chat_messages m WHERE m.id = r.message_id;
ALTER TABLE chat_reactions ALTER COLUMN channel_id SET NOT NULL;
CREATE INDEX chat_reactions_channel ON chat_reactions (channel_id);

-- The webhook of a deleted group remains until its last deliveries have ended (decisions.md, section 7).
ALTER TABLE webhooks ALTER COLUMN space_id DROP NOT NULL;
ALTER TABLE webhooks DROP CONSTRAINT webhooks_space_id_fkey;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_space_id_fkey
  FOREIGN KEY (space_id) REFERENCES spaces (id) ON DELETE SET NULL;

-- Deleted rooms that may still exist in the media server: reconciliation ends them there.
CREATE TABLE deleted_rooms (
  id text PRIMARY KEY,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_rooms_age ON deleted_rooms (deleted_at);
