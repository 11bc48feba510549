import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** The next channels after this id, and whether the oldest change of each is older than `before`. */
export async function channelsAfter(
  db: Db,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<{ id: string; isDue: boolean }[]> {
  const { rows } = await sql<{ id: string; isDue: boolean }>`
    SELECT c.id, coalesce(e.created_at < ${before}, false) AS "isDue"
    FROM (SELECT id FROM chat_channels WHERE id > ${after} ORDER BY id LIMIT ${limit}) c
    LEFT JOIN LATERAL (
      SELECT created_at FROM chat_events WHERE channel_id = c.id ORDER BY seq LIMIT 1
    ) e ON true
    ORDER BY c.id`.execute(db);
  return rows;
}

/**
 * Deletes the oldest changes of a channel that is held, with the messages that they brought: at most so many numbers,
 * from the beginning, so that what remains has no holes.
 * @returns whether there may be more
 */
export async function trimChanges(
  trx: Db,
  channelId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const { rows } = await sql<{ upTo: string | null; count: number }>`
    SELECT max(seq) FILTER (WHERE created_at < ${before}) AS "upTo", count(*)::int AS count
    FROM (SELECT seq, created_at FROM chat_events WHERE channel_id = ${channelId} ORDER BY seq LIMIT ${limit}) e
  `.execute(trx);
  const [{ upTo, count } = { upTo: null, count: 0 }] = rows;
  if (upTo === null) return false;
  await sql`
    WITH gone AS (
      DELETE FROM chat_messages WHERE channel_id = ${channelId} AND seq <= ${upTo} RETURNING id
    ), reactions AS (
      DELETE FROM chat_reactions WHERE message_id = ANY (ARRAY(SELECT id FROM gone))
    )
    DELETE FROM chat_pins WHERE message_id = ANY (ARRAY(SELECT id FROM gone))`.execute(trx);
  const { numAffectedRows } = await sql`
    DELETE FROM chat_events WHERE channel_id = ${channelId} AND seq <= ${upTo}`.execute(trx);
  return Number(numAffectedRows) === count && count === limit;
}

/** Deletes the polls of these channels that are older and in which nobody voted since. */
export async function deleteOldPolls(trx: Db, channelIds: string[], before: Date): Promise<void> {
  await sql`
    DELETE FROM chat_polls p
    WHERE p.channel_id = ANY (${channelIds}::bigint[]) AND p.created_at < ${before}
      AND NOT EXISTS (SELECT FROM chat_poll_votes v WHERE v.poll_id = p.id AND v.created_at >= ${before})`.execute(
    trx,
  );
}

/**
 * Of the next chat users after this id, deletes those who are older, of whom no participant and no message is left;
 * people of the integrator's server and those who signed up have accounts, and stay.
 * @returns the id up to which it looked; undefined when there is none after it
 */
export async function deletePastUsers(
  trx: Db,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    WITH looked AS MATERIALIZED (
      SELECT id, kind, created_at FROM chat_users WHERE id > ${after} ORDER BY id LIMIT ${limit}
    ), gone AS (
      DELETE FROM chat_users u WHERE u.id = ANY (ARRAY(
        SELECT id FROM looked WHERE kind = 'participant' AND created_at < ${before}
      )) AND NOT EXISTS (SELECT FROM chat_user_participants p WHERE p.user_id = u.id)
        AND NOT EXISTS (SELECT FROM chat_messages m WHERE m.user_id = u.id)
    )
    SELECT max(id) AS last FROM looked`.execute(trx);
  return rows[0]?.last ?? undefined;
}
