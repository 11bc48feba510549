import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** The next channels after this id, and whether the oldest change of each is before `before`. */
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
 * Deletes the oldest changes of a locked channel with the messages they brought: up to a limit, from the beginning,
 * so that the rest has no gaps.
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

/**
 * A stopped poll ages from its stop. A draft or running poll is used as long as its channel is, so it ages from the
 * newest change of the channel, and a personal one, whose votes are no changes, from its newest vote.
 */
const isPast = (before: Date) => sql<boolean>`
  coalesce(p.stopped_at, p.created_at) < ${before} AND (p.status = 'done' OR coalesce(
    (SELECT e.created_at FROM chat_events e WHERE e.channel_id = p.channel_id ORDER BY e.seq DESC LIMIT 1) < ${before},
    true
  ))
  AND NOT (p.is_personal AND EXISTS (
    SELECT FROM chat_poll_votes v WHERE v.poll_id = p.id AND v.created_at >= ${before}
  ))`;

/** The next polls after this id, and whether each is past. */
export async function pollsAfter(
  db: Db,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<{ id: string; channelId: string; isDue: boolean }[]> {
  const { rows } = await sql<{ id: string; channelId: string; isDue: boolean }>`
    SELECT p.id, p.channel_id AS "channelId", ${isPast(before)} AS "isDue"
    FROM (SELECT * FROM chat_polls WHERE id > ${after} ORDER BY id LIMIT ${limit}) p ORDER BY p.id`.execute(
    db,
  );
  return rows;
}

/**
 * Deletes a poll of a locked channel if it is still past: a batch of its votes first, and the poll after the last.
 * @returns whether votes may be left
 */
export async function deletePastPoll(
  trx: Db,
  pollId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM chat_polls p WHERE p.id = ${pollId} AND ${isPast(before)}`.execute(
    trx,
  );
  if (rows.length === 0) return false;
  const { numAffectedRows } = await sql`
    DELETE FROM chat_poll_votes WHERE id = ANY (ARRAY(
      SELECT id FROM chat_poll_votes WHERE poll_id = ${pollId} LIMIT ${limit}
    ))`.execute(trx);
  if (Number(numAffectedRows) === limit) return true;
  await trx.deleteFrom('chat_polls').where('id', '=', pollId).execute();
  return false;
}

/** Whether only memberships, reactions and votes of that age are left of the chat user. */
const isUnused = (before: Date) => sql<boolean>`
  NOT EXISTS (SELECT FROM chat_user_participants p WHERE p.user_id = u.id)
  AND NOT EXISTS (SELECT FROM chat_messages m WHERE m.user_id = u.id)
  AND NOT EXISTS (SELECT FROM chat_members m WHERE m.user_id = u.id AND m.joined_at >= ${before})
  AND NOT EXISTS (SELECT FROM chat_reactions r WHERE r.user_id = u.id AND r.created_at >= ${before})
  AND NOT EXISTS (SELECT FROM chat_poll_votes v WHERE v.user_id = u.id AND v.created_at >= ${before})`;

/**
 * Checks the next chat users after this id and deletes those who are older and have no participants or messages left.
 * People of the integrator's server and people who signed up have accounts and stay.
 * @returns the last id that it checked; undefined if there is none after it
 */
export async function deletePastUsers(
  trx: Db,
  { after, before, limit }: { after: string; before: Date; limit: number },
): Promise<string | undefined> {
  const { rows: looked } = await sql<{ last: string | null }>`
    SELECT max(id) AS last FROM (SELECT id FROM chat_users WHERE id > ${after} ORDER BY id LIMIT ${limit}) l
  `.execute(trx);
  const last = looked[0]?.last ?? undefined;
  if (last === undefined) return undefined;
  // A transaction that inserts a reference to a user locks that user's row: such users are skipped.
  const { rows: locked } = await sql<{ id: string }>`
    SELECT u.id FROM chat_users u
    WHERE u.id > ${after} AND u.id <= ${last} AND u.kind = 'participant' AND u.created_at < ${before}
      AND ${isUnused(before)}
    ORDER BY u.id FOR UPDATE OF u SKIP LOCKED`.execute(trx);
  // A second statement sees the rows that were committed before the lock.
  await sql`
    DELETE FROM chat_users u
    WHERE u.id = ANY (${locked.map(({ id }) => id)}::bigint[]) AND ${isUnused(before)}`.execute(trx);
  return last;
}
