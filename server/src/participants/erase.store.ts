import { type RawBuilder, sql } from 'kysely';
import { now } from '../platform/clock.ts';
import { hashOf } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { execute, selectColumn } from '../platform/db/rows.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';

/** Fields that reports count by, which identify nobody. */
const kept = ['utmSource', 'utmMedium', 'utmCampaign'];

/** Whether a participant `p` of a group `s` is this person. */
const isErased = (erasing: Erasing, linkIds: string[]): RawBuilder<unknown> =>
  'userId' in erasing
    ? sql`p.user_id = ${erasing.userId}`
    : sql`(SELECT g.role = 'owner' FROM space_standing(s.id, s.owner_id, ${erasing.ownerId}) g)
        AND (p.external_user_id = ${erasing.externalUserId} OR p.link_id = ANY (${linkIds}))`;

/**
 * Erases names, contacts, answers and devices of a person's participants; their visits stay. All of them get a
 * browser hash that no browser has.
 * @returns the ids of the participants
 */
export async function eraseParticipants(trx: Db, erasing: Erasing, linkIds: string[]): Promise<string[]> {
  const { erasedId } = erasing;
  // A revoked link removes its participants; an account that is erased is deleted and leaves no trace of its end.
  const removedAt = 'userId' in erasing ? sql`coalesce(removed_at, ${now()})` : sql`removed_at`;
  const knownId = 'userId' in erasing ? erasing.userId : erasing.externalUserId;
  const ids = await selectColumn(trx)`
    SELECT p.id FROM participants p JOIN rooms r ON r.id = p.room_id JOIN spaces s ON s.id = r.space_id
    WHERE ${isErased(erasing, linkIds)}
    ORDER BY p.id FOR UPDATE OF p`;
  await execute(trx)`
    UPDATE participants SET name = ${erasedName}, email = NULL, phone = NULL, fields = '[]', erased_at = ${now()},
      removed_at = ${removedAt}, external_user_id = ${erasedId}, browser_hash = ${hashOf(erasedId)},
      external_meeting_id =
        CASE WHEN strpos(external_meeting_id, ${knownId}) > 0 THEN ${erasedId} ELSE external_meeting_id END,
      device = NULL,
      origin = (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(origin) WHERE key = ANY (${kept})
      )
    WHERE id = ANY (${ids})`;
  return ids;
}
