import { sql } from 'kysely';
import type { AttendanceReport } from '../../../../contract/operations/reports.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Gathering } from './gathering.store.ts';

export type AbsentRow = AttendanceReport['totals']['absent'][number];

const contactOfLink = sql`contact_key(l.external_user_id, NULL, l.email, l.username)`;

/**
 * People with a link that was valid during the call and that nobody had used by its end, without permanent links and
 * without people who were there by another link: one with the same own id, or else with the same name and email. Several
 * links of one person count once, with the newest name.
 */
export const absentQuery = ({ attended, roomId, from, until }: Gathering) =>
  sql<AbsentRow>`
    SELECT DISTINCT ON (coalesce(l.external_user_id, ${contactOfLink}, l.id), l.external_user_id IS NULL)
      l.username AS name, l.role, l.external_user_id AS "externalUserId"
    FROM access_links l
    WHERE l.room_id = ${roomId} AND NOT l.is_permanent
      AND l.created_at <= ${until} AND l.expires_at > ${from}
      AND (l.revoked_at IS NULL OR l.revoked_at > ${from})
      AND (l.entered_at IS NULL OR l.entered_at > ${until})
      AND l.erased_at IS NULL
      AND NOT EXISTS (
        SELECT FROM participants p
        JOIN (SELECT participant_id FROM ${attended}) v ON v.participant_id = p.id
        WHERE p.external_user_id = l.external_user_id AND p.room_id = l.room_id
      )
      AND NOT EXISTS (
        SELECT FROM participants p
        JOIN (SELECT participant_id FROM ${attended}) v ON v.participant_id = p.id
        WHERE contact_key(p.external_user_id, p.user_id, p.email, p.name) = ${contactOfLink} AND p.room_id = l.room_id
      )
    ORDER BY coalesce(l.external_user_id, ${contactOfLink}, l.id), l.external_user_id IS NULL, l.id DESC`;

export const byName = (a: AbsentRow, b: AbsentRow): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** @see absentQuery */
export const absentFrom = async (db: Db, gathering: Gathering): Promise<AbsentRow[]> =>
  (await absentQuery(gathering).execute(db)).rows.sort(byName);
