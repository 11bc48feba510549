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

/** An offer that a session showed, and who opened it. */
export interface OfferOfSession {
  itemId: string;
  atSecond: number;
  untilSecond: number | null;
  /** The second at which a scheduled session noted it: pages did not show an offer that was added later before that. */
  notedSecond: number;
  title: string;
  url: string;
  clicks: { participantId: string; firstClickedAt: string; clicks: number }[];
}

/**
 * The offers of a session for its report, in the order of the video. A permanent session shows those of the timeline as
 * it is now; those that were clicked stay.
 */
export async function offersOfSession(db: Db, sessionId: string): Promise<OfferOfSession[]> {
  const { rows } = await sql<OfferOfSession>`
    WITH offers AS (
      SELECT i.item_id, i.at_second, i.until_second, i.content,
        CASE WHEN s.is_permanent THEN 0 ELSE extract(epoch FROM i.shown_at - s.start_date) END AS noted_second
      FROM session_items i JOIN playback_sessions s ON s.id = i.session_id
      WHERE i.session_id = ${sessionId} AND i.kind = 'offer'
      UNION ALL
      SELECT t.id, t.at_second, t.until_second, t.content, 0
      FROM playback_sessions s JOIN timeline_items t ON t.playback_id = s.playback_id AND t.kind = 'offer'
      WHERE s.id = ${sessionId} AND s.is_permanent
        AND NOT EXISTS (SELECT FROM session_items i WHERE i.session_id = s.id AND i.item_id = t.id)
    )
    SELECT o.item_id AS "itemId", o.at_second AS "atSecond", o.until_second AS "untilSecond",
      o.noted_second::double precision AS "notedSecond", o.content->>'title' AS title, o.content->>'url' AS url, coalesce((
        SELECT json_agg(json_build_object(
          'participantId', c.participant_id, 'firstClickedAt', c.first_clicked_at, 'clicks', c.clicks
        ) ORDER BY c.first_clicked_at, c.participant_id)
        FROM offer_clicks c WHERE c.session_id = ${sessionId} AND c.item_id = o.item_id
      ), '[]') AS clicks
    FROM offers o ORDER BY o.at_second, o.item_id`.execute(db);
  return rows;
}
