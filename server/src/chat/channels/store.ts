import { now } from '../../platform/clock.ts';
import { type Db, inTransaction } from '../../platform/db/db.ts';
import { allowLongStatements } from '../../platform/db/limits.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../../platform/db/rows.ts';
import { refuse } from '../../platform/errors.ts';
import { newEpoch } from '../../platform/ids.ts';
import type { ChannelSettings } from './channel.ts';

/**
 * Creates the channel with this id: of the room or of the session of a playback that has it. The channel of a
 * playback's own room is not used.
 * @returns false if there is no such room or session, or the channel exists already
 */
export const ensureChannel = async (db: Db, channelId: string): Promise<boolean> =>
  (await countChanged(db)`
    INSERT INTO chat_channels (id, space_id, room_id, session_id, epoch, created_at)
    SELECT channel_id, space_id, id, NULL, ${newEpoch()}::text, ${now()}::timestamptz
    FROM rooms WHERE channel_id = ${channelId} AND kind = 'room'
    UNION ALL
    SELECT s.chat_channel_id, r.space_id, r.id, s.id, ${newEpoch()}, ${now()}
    FROM playback_sessions s JOIN rooms r ON r.id = s.playback_id WHERE s.chat_channel_id = ${channelId}
    ON CONFLICT DO NOTHING`) === 1;

/** Creates the channel of a room when it is needed for the first time. @returns its id */
export async function ensureRoomChannel(db: Db, roomId: string): Promise<string> {
  const found = await selectValue(db)`SELECT channel_id FROM rooms WHERE id = ${roomId}`;
  const channelId = found ?? refuse('not_found');
  await ensureChannel(db, channelId);
  return channelId;
}

/** The channel of a room or of a session, by the id that integrators know. */
export const channelIdOfExternal = (db: Db, externalId: string): Promise<string | undefined> =>
  selectValue(db)`
    SELECT channel_id AS id FROM rooms WHERE id = ${externalId}
    UNION ALL SELECT chat_channel_id FROM playback_sessions WHERE id = ${externalId}`;

/** The channels of a room, by id: its own, or for a playback those of its sessions. They exist once they were used. */
export const channelsOfRoom = (db: Db, roomId: string): Promise<string[]> =>
  selectColumn(db)`SELECT id FROM chat_channels WHERE room_id = ${roomId} ORDER BY id`;

/** @returns whether the person was not a member before */
export const joinMember = (trx: Db, channelId: string, userId: string): Promise<boolean> => hasRows(trx)`
    INSERT INTO chat_members (channel_id, user_id, joined_at) VALUES (${channelId}, ${userId}, ${now()})
    ON CONFLICT (channel_id, user_id) DO UPDATE SET joined_at = excluded.joined_at, left_at = NULL
      WHERE chat_members.left_at IS NOT NULL
    RETURNING 1`;

export const leaveMember = (db: Db, channelId: string, userId: string): Promise<void> => execute(db)`
    UPDATE chat_members SET left_at = ${now()}
    WHERE channel_id = ${channelId} AND user_id = ${userId} AND left_at IS NULL`;

/** The settings of a channel; the switch for the chat itself is the room's. */
export const channelSettingsOf = (db: Db, channelId: string) => selectFirst<ChannelSettings>(db)`
    SELECT coalesce((r.flags->>'isChatAllowed')::boolean, true) AS "isChatAllowed",
      c.slow_mode_seconds AS "slowModeSeconds", c.links_allowed AS "linksAllowed",
      coalesce('chat' = ANY (r.disabled_features), false) AS "isOff",
      CASE WHEN 'directMessages' = ANY (r.disabled_features) THEN 'nobody'
        WHEN coalesce((r.flags->>'isDirectMessagingAllowed')::boolean, true) THEN 'everyone'
        ELSE 'moderators' END AS "directMessages"
    FROM chat_channels c LEFT JOIN rooms r ON r.id = c.room_id WHERE c.id = ${channelId}`;

/** The members of the channels of a room who did not leave. */
export const usersJoinedIn = (db: Db, roomId: string): Promise<string[]> => selectColumn(db)`
    SELECT DISTINCT m.user_id AS id
    FROM chat_channels c JOIN chat_members m ON m.channel_id = c.id AND m.left_at IS NULL
    WHERE c.room_id = ${roomId}`;

/** The channels that the person joined and did not leave, by id. */
export const channelsJoinedBy = (db: Db, userId: string): Promise<string[]> => selectColumn(db)`
    SELECT channel_id FROM chat_members WHERE user_id = ${userId} AND left_at IS NULL ORDER BY channel_id`;

/**
 * Locks the channel until the transaction ends: what is read afterwards still holds when the change gets its number.
 * @returns false if the channel does not exist
 */
export const lockChannel = (trx: Db, channelId: string): Promise<boolean> =>
  hasRows(trx)`SELECT FROM chat_channels WHERE id = ${channelId} FOR NO KEY UPDATE`;

/** Locks the channel of a room, if there is one: messages and votes under way are stored first. */
export const lockRoomChannel = (trx: Db, roomId: string): Promise<void> =>
  execute(trx)`SELECT FROM chat_channels WHERE room_id = ${roomId} AND session_id IS NULL FOR NO KEY UPDATE`;

/** Finds or creates the direct channel of these two. */
export async function ensureDirect(trx: Db, spaceId: string, pair: string[]): Promise<string> {
  const directOf = pair.join(':');
  await execute(trx)`
    INSERT INTO chat_channels (space_id, direct_of, epoch, created_at)
    VALUES (${spaceId}, ${directOf}, ${newEpoch()}, ${now()})
    ON CONFLICT (space_id, direct_of) DO NOTHING`;
  const id = await selectValue(trx)`
    SELECT id FROM chat_channels WHERE space_id = ${spaceId} AND direct_of = ${directOf}`;
  return id ?? refuse('not_found');
}

/** Mutes a person, who need not have joined yet. */
export const setMuted = (
  db: Db,
  { channelId, userId, until }: { channelId: string; userId: string; until: Date | null },
): Promise<void> =>
  execute(db)`
    INSERT INTO chat_members (channel_id, user_id, joined_at, left_at, muted_until)
    VALUES (${channelId}, ${userId}, ${now()}, ${now()}, ${until})
    ON CONFLICT (channel_id, user_id) DO UPDATE SET muted_until = excluded.muted_until`;

/** How many muted people of a channel are listed. */
const mostMuted = 200;

/** The people who are muted in the channel now; the newest users, if there are many. */
export const mutedUsersIn = (db: Db, channelId: string) =>
  selectAll<{ userId: string; mutedUntil: Date }>(db)`
    SELECT user_id AS "userId", muted_until AS "mutedUntil" FROM chat_members
    WHERE channel_id = ${channelId} AND muted_until > ${now()} ORDER BY user_id DESC LIMIT ${mostMuted}`;

/** The last calls of a room, oldest first. Only the last one can be running. */
export const lastCallsIn = (db: Db, roomId: string) => selectAll<{ startedAt: Date; isRunning: boolean }>(db)`
    SELECT started_at AS "startedAt", finished_at IS NULL AS "isRunning" FROM (
      (SELECT started_at, finished_at FROM calls WHERE room_id = ${roomId} AND finished_at IS NOT NULL AND NOT is_sample
        ORDER BY started_at DESC LIMIT 99)
      UNION ALL SELECT started_at, finished_at FROM calls WHERE room_id = ${roomId} AND finished_at IS NULL
    ) c ORDER BY started_at, finished_at`;

/** @returns whether anything changed */
export const saveChannelSettings = async (
  trx: Db,
  channelId: string,
  { slowModeSeconds, linksAllowed }: Partial<ChannelSettings>,
): Promise<boolean> =>
  (await countChanged(trx)`
    UPDATE chat_channels c SET slow_mode_seconds = wanted.slow, links_allowed = wanted.links
    FROM (
      SELECT coalesce(${slowModeSeconds ?? null}::integer, slow_mode_seconds) AS slow,
        coalesce(${linksAllowed ?? null}::boolean, links_allowed) AS links
      FROM chat_channels WHERE id = ${channelId}
    ) wanted
    WHERE c.id = ${channelId} AND (c.slow_mode_seconds, c.links_allowed) <> (wanted.slow, wanted.links)
  `) === 1;

/** In seconds: one statement updates every channel of a large installation. */
const newEpochsSeconds = 3600;

/** Gives every channel a new epoch: clients discard their position in the old stream and read everything again. */
export async function beginNewEpochs(db: Db): Promise<void> {
  await inTransaction(db, async (trx) => {
    await allowLongStatements(trx, newEpochsSeconds);
    await trx.updateTable('chat_channels').set({ epoch: newEpoch() }).execute();
  });
}
