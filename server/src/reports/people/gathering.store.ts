import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { hasRows } from '../../platform/db/rows.ts';

/**
 * A call, a session of an automatic webinar, or a channel, as the queries of reports see it (docs/decisions/0061).
 */
export interface Gathering {
  roomId: string;
  from: Date;
  until: Date;
  /** A table with `participant_id` and the condition for those who were there, as it stands after FROM. */
  attended: RawBuilder<unknown>;
  /** The condition for its chat channel `c`. */
  channel: RawBuilder<unknown>;
}

/** Whether people were there more often than that. */
export const hasMoreVisits = (
  db: Db,
  { attended }: Pick<Gathering, 'attended'>,
  most: number,
): Promise<boolean> => hasRows(db)`SELECT FROM ${attended} OFFSET ${most} LIMIT 1`;

/**
 * How many people of a row were erased, or of those who had a link for it. Their made-up ids are distinct.
 * @param columns `until` is null while nobody knows the end
 */
export const erasuresIn = ({
  attended,
  roomId,
  from,
  until,
}: Record<'attended' | 'roomId' | 'from' | 'until', RawBuilder<unknown>>) => sql`
  SELECT count(*)::int FROM (
    SELECT p.external_user_id FROM participants p
    WHERE p.erased_at IS NOT NULL AND p.id IN (SELECT participant_id FROM ${attended})
    UNION
    SELECT l.external_user_id FROM access_links l
    WHERE l.erased_at IS NOT NULL AND l.room_id = ${roomId} AND NOT l.is_permanent
      AND l.created_at <= coalesce(${until}, l.created_at) AND l.expires_at > ${from}
  ) erased`;
