import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { selectFirst } from '../../platform/db/rows.ts';
import type { Room } from '../../rooms/rooms.ts';
import type { Gathering } from '../people/gathering.store.ts';

/** A channel of a room or of a session of an automatic webinar. */
export interface RoomChannel {
  id: string;
  roomId: string;
  roomName: string;
}

/** Finds the channel of a group. Direct conversations belong to their two people: they are not found. */
export const findRoomChannel = (db: Db, { spaceId, channelId }: { spaceId: string; channelId: string }) =>
  selectFirst<RoomChannel>(db)`
    SELECT ${channelId} AS id, r.id AS "roomId", r.name AS "roomName"
    FROM rooms r WHERE r.space_id = ${spaceId} AND r.channel_id = ${channelId}::bigint
    UNION
    SELECT ${channelId}, r.id, r.name
    FROM playback_sessions s JOIN rooms r ON r.id = s.playback_id
    WHERE r.space_id = ${spaceId} AND s.chat_channel_id = ${channelId}::bigint`;

const nobody: Gathering['attended'] = sql`(SELECT NULL::text AS participant_id WHERE false) nobody`;

/** The channel in a period, as the queries of reports see it. Nobody attends it: the chat itself names the authors. */
export const gatheringOfChannel = (
  { id, roomId }: RoomChannel,
  { from, until }: Pick<Gathering, 'from' | 'until'>,
): Gathering => ({
  ...{ roomId, from, until },
  attended: nobody,
  channel: sql`c.id = ${id}::bigint`,
});

/** The polls in a room's chat that were not deleted, or one of them, at any time. */
export const gatheringOfPolls = (
  { id: roomId, channelId }: Pick<Room, 'id' | 'channelId'>,
  { pollId, until }: { pollId: string | undefined; until: Date },
): Gathering => ({
  ...{ roomId, from: new Date(0), until },
  attended: nobody,
  channel: sql`c.id = ${channelId}::bigint AND p.deleted_at IS NULL AND p.id = coalesce(${pollId ?? null}::bigint, p.id)`,
});
