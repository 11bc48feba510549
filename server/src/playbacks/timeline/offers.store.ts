import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';

export interface OfferClick {
  sessionId: string;
  itemId: string;
  participantId: string;
}

/** Counts a click. A permanent session notes the offer as it is now: nothing else says what was clicked. */
export async function insertClick(trx: Db, { sessionId, itemId, participantId }: OfferClick): Promise<void> {
  await sql`
    INSERT INTO session_items (session_id, item_id, kind, at_second, until_second, content, shown_at)
    SELECT s.id, t.id, t.kind, t.at_second, t.until_second, t.content, ${now()}
    FROM playback_sessions s JOIN timeline_items t ON t.playback_id = s.playback_id
    WHERE s.id = ${sessionId} AND t.id = ${itemId} AND s.is_permanent
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`
    INSERT INTO offer_clicks AS c (session_id, item_id, participant_id, first_clicked_at, clicks)
    VALUES (${sessionId}, ${itemId}, ${participantId}, ${now()}, 1)
    ON CONFLICT (session_id, item_id, participant_id) DO UPDATE SET clicks = c.clicks + 1`.execute(trx);
}
