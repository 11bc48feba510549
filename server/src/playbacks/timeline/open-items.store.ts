import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { prepared } from '../../platform/db/prepared.ts';
import { execute, selectAll } from '../../platform/db/rows.ts';
import type { ItemRow } from './items.ts';

/** An item of a session, with its running poll; null if the poll of a permanent session is not created yet. */
export interface ShownItem extends ItemRow {
  pollId: string | null;
}

/**
 * The items that a session shows besides the chat. A scheduled session has noted it: offers, also those that open in the
 * next seconds, and polls that still run. A permanent one shows the timeline as it is now, because its viewers have no
 * common second.
 */
export const shownItemsOf = (db: Db, sessionId: string): Promise<ShownItem[]> => selectAll<ShownItem>(
  db,
)`${prepared}
    SELECT i.item_id AS id, i.kind, i.at_second AS "atSecond", i.until_second AS "untilSecond", i.content,
      i.poll_id AS "pollId"
    FROM session_items i
    JOIN playback_sessions s ON s.id = i.session_id AND NOT s.is_permanent
    LEFT JOIN LATERAL (SELECT * FROM chat_polls WHERE id = i.poll_id AND deleted_at IS NULL OFFSET 0) p ON true
    WHERE i.session_id = ${sessionId} AND (i.kind = 'offer' OR p.status = 'in_progress')
    UNION ALL
    SELECT t.id, t.kind, t.at_second, t.until_second, t.content, p.id
    FROM playback_sessions s
    JOIN timeline_items t ON t.playback_id = s.playback_id
    LEFT JOIN session_items i ON i.session_id = s.id AND i.item_id = t.id AND t.kind = 'poll'
      AND i.content = t.content
    LEFT JOIN LATERAL (SELECT * FROM chat_polls WHERE id = i.poll_id AND deleted_at IS NULL OFFSET 0) p ON true
    WHERE s.id = ${sessionId} AND s.is_permanent
    ORDER BY "atSecond", id`;

/** Counts a click. A permanent session notes the offer as it is now: nothing else says what was clicked. */
export async function insertClick(
  trx: Db,
  { sessionId, itemId, participantId }: { sessionId: string; itemId: string; participantId: string },
): Promise<void> {
  await execute(trx)`
    INSERT INTO session_items (session_id, item_id, kind, at_second, until_second, content, shown_at)
    SELECT s.id, t.id, t.kind, t.at_second, t.until_second, t.content, ${now()}
    FROM playback_sessions s JOIN timeline_items t ON t.playback_id = s.playback_id
    WHERE s.id = ${sessionId} AND t.id = ${itemId} AND s.is_permanent
    ON CONFLICT DO NOTHING`;
  await execute(trx)`
    INSERT INTO offer_clicks AS c (session_id, item_id, participant_id, first_clicked_at, clicks)
    VALUES (${sessionId}, ${itemId}, ${participantId}, ${now()}, 1)
    ON CONFLICT (session_id, item_id, participant_id) DO UPDATE SET clicks = c.clicks + 1`;
}
