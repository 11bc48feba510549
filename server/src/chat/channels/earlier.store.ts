import type { Db } from '../../platform/db/db.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { selectAll, selectColumn } from '../../platform/db/rows.ts';
import type { ChatIdentity } from './rights.store.ts';

/** Where the part of a channel begins that a person sees (docs/decisions/0184). */
export interface SeenPart {
  channelId: string;
  /** Messages and changes after this moment. */
  since: Date;
  /** The first of these messages; the greatest possible id if there is none. */
  fromId: string;
}

/** The channels of rooms of which a person sees only a part. */
export async function seenPartsOf(
  db: Db,
  { userId, participantId }: ChatIdentity,
  channelIds: string[],
): Promise<Map<string, SeenPart>> {
  if (channelIds.length === 0) return new Map();
  const parts = await selectAll<SeenPart>(db)`${prepared}
    SELECT c.id::text AS "channelId", s.since, coalesce((
      SELECT m.id FROM chat_messages m
      WHERE m.channel_id = c.id AND m.created_at > s.since ORDER BY m.created_at, m.id LIMIT 1
    ), 9223372036854775807)::text AS "fromId"
    FROM chat_channels c CROSS JOIN LATERAL chat_seen_since(${userId}, ${participantId ?? null}, c.room_id) s
    WHERE c.id = ANY (${arrayOf(channelIds, 'bigint')}) AND c.room_id IS NOT NULL AND c.session_id IS NULL`;
  return new Map(parts.map((part) => [part.channelId, part]));
}

/** Ends the recovery of everything that is in the channel of a room now. @returns its id, if there is one */
export const endRecoveryIn = (trx: Db, roomId: string): Promise<string[]> => selectColumn(trx)`
    UPDATE chat_channels SET recoverable_after = top WHERE room_id = ${roomId} AND session_id IS NULL RETURNING id`;
