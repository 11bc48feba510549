import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

/** The channel of a permanent session; undefined for other sessions. */
export async function channelOfPermanentSession(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('playback_sessions')
    .select('chat_channel_id')
    .where('id', '=', sessionId)
    .where('is_permanent', '=', true)
    .executeTakeFirst();
  return row?.chat_channel_id;
}

/** The poll that a permanent session had for an item before the item was changed. */
export async function pollOfItem(
  trx: Db,
  { sessionId, itemId }: { sessionId: string; itemId: string },
): Promise<string | null> {
  const row = await trx
    .selectFrom('session_items')
    .select('poll_id')
    .where('session_id', '=', sessionId)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return row?.poll_id ?? null;
}

/** Notes the poll that a permanent session shows for an item, with the item as it is now. */
export async function setPollOfItem(
  trx: Db,
  { sessionId, itemId, pollId }: { sessionId: string; itemId: string; pollId: string },
): Promise<void> {
  await sql`
    INSERT INTO session_items (session_id, item_id, kind, at_second, until_second, content, shown_at, poll_id)
    SELECT ${sessionId}, t.id, t.kind, t.at_second, t.until_second, t.content, ${now()}, ${pollId}::bigint
    FROM timeline_items t WHERE t.id = ${itemId}
    ON CONFLICT (session_id, item_id) DO UPDATE SET kind = excluded.kind, at_second = excluded.at_second,
      until_second = excluded.until_second, content = excluded.content, poll_id = excluded.poll_id`.execute(
    trx,
  );
}
