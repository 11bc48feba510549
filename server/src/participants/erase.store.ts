import { sql } from 'kysely';
import { hashOf } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';

/** What a report may still count by; nothing of it is about one person. */
const kept = ['utmSource', 'utmMedium', 'utmCampaign'];

/**
 * Takes name, contacts, answers and device out of everybody that this person was; that they were there, and when,
 * stays. The browser of all of them is one that nobody has.
 * @returns the ids of the participants
 */
export async function eraseParticipants(
  trx: Db,
  { ownerId, externalUserId, erasedId }: Erasing,
  linkIds: string[],
): Promise<string[]> {
  const { rows: held } = await sql<{ id: string }>`
    SELECT p.id FROM participants p JOIN rooms r ON r.id = p.room_id JOIN spaces s ON s.id = r.space_id
    WHERE s.owner_id = ${ownerId} AND (p.external_user_id = ${externalUserId} OR p.link_id = ANY (${linkIds}))
    ORDER BY p.id FOR UPDATE OF p`.execute(trx);
  const ids = held.map(({ id }) => id);
  await sql`
    UPDATE participants SET name = ${erasedName}, email = NULL, phone = NULL, fields = '[]',
      external_user_id = ${erasedId}, browser_hash = ${hashOf(erasedId)},
      external_meeting_id =
        CASE WHEN strpos(external_meeting_id, ${externalUserId}) > 0 THEN ${erasedId} ELSE external_meeting_id END,
      origin = (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(origin) WHERE key = ANY (${kept})
      )
    WHERE id = ANY (${ids})`.execute(trx);
  return ids;
}
