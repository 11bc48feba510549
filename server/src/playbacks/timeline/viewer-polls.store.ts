import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { execute, selectValue } from '../../platform/db/rows.ts';

/** The channel of a permanent session; undefined for other sessions. */
export const channelOfPermanentSession = (db: Db, sessionId: string): Promise<string | undefined> =>
  selectValue(db)`SELECT chat_channel_id FROM playback_sessions WHERE id = ${sessionId} AND is_permanent`;

/** The poll that a permanent session had for an item before the item was changed. */
export const pollOfItem = async (
  trx: Db,
  { sessionId, itemId }: { sessionId: string; itemId: string },
): Promise<string | null> =>
  (await selectValue<string | null>(trx)`
    SELECT poll_id FROM session_items WHERE session_id = ${sessionId} AND item_id = ${itemId}`) ?? null;

/** Notes the poll that a permanent session shows for an item, with the item as it is now. */
export const setPollOfItem = (
  trx: Db,
  { sessionId, itemId, pollId }: { sessionId: string; itemId: string; pollId: string },
): Promise<void> =>
  execute(trx)`
    INSERT INTO session_items (session_id, item_id, kind, at_second, until_second, content, shown_at, poll_id)
    SELECT ${sessionId}, t.id, t.kind, t.at_second, t.until_second, t.content, ${now()}, ${pollId}::bigint
    FROM timeline_items t WHERE t.id = ${itemId}
    ON CONFLICT (session_id, item_id) DO UPDATE SET kind = excluded.kind, at_second = excluded.at_second,
      until_second = excluded.until_second, content = excluded.content, poll_id = excluded.poll_id`;
