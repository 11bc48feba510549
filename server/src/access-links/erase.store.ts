import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { selectColumn } from '../platform/db/rows.ts';
import { type Erasing, erasedName } from '../platform/erasing.ts';

/**
 * Revokes every link of this person in the groups of this account and removes the personal data from it. Locks the
 * links first, so that an entry under way either completes before the erasing or finds its link revoked.
 */
export async function eraseLinks(trx: Db, erasing: Erasing): Promise<string[]> {
  // No link is made for an account.
  if ('userId' in erasing) return [];
  const { ownerId, externalUserId, erasedId } = erasing;
  const locked = await selectColumn(trx)`
    SELECT l.id FROM access_links l JOIN rooms r ON r.id = l.room_id JOIN spaces s ON s.id = r.space_id
    WHERE l.external_user_id = ${externalUserId}
      AND (SELECT g.role = 'owner' FROM space_standing(s.id, s.owner_id, ${ownerId}) g)
    ORDER BY l.id FOR UPDATE OF l`;
  return selectColumn(trx)`
    UPDATE access_links SET username = ${erasedName}, external_user_id = ${erasedId},
      external_meeting_id =
        CASE WHEN strpos(external_meeting_id, ${externalUserId}) > 0 THEN ${erasedId} ELSE external_meeting_id END,
      email = NULL, phone = NULL, fields = '{}', revoked_at = coalesce(revoked_at, ${now()}), erased_at = ${now()}
    WHERE id = ANY (${locked})
    RETURNING id`;
}
