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

/**
 * A stopped poll counts from its stop. A draft or running poll is used as long as its channel is: it is past when the
 * newest change of the channel is.
 */
const isPast = (before: Date) => sql<boolean>`
  coalesce(p.stopped_at, p.created_at) < ${before} AND (p.status = 'done' OR coalesce(
    (SELECT e.created_at FROM chat_events e WHERE e.channel_id = p.channel_id ORDER BY e.seq DESC LIMIT 1) < ${before},
    true
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
 * Deletes a poll whose channel is held, if it is still past: its votes first, at most so many, then the poll.
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

/** Nothing of the chat user is left but memberships, reactions and votes that are as old. */
const isUnused = (before: Date) => sql<boolean>`
  NOT EXISTS (SELECT FROM chat_user_participants p WHERE p.user_id = u.id)
  AND NOT EXISTS (SELECT FROM chat_messages m WHERE m.user_id = u.id)
  AND NOT EXISTS (SELECT FROM chat_members m WHERE m.user_id = u.id AND m.joined_at >= ${before})
  AND NOT EXISTS (SELECT FROM chat_reactions r WHERE r.user_id = u.id AND r.created_at >= ${before})
  AND NOT EXISTS (SELECT FROM chat_poll_votes v WHERE v.user_id = u.id AND v.created_at >= ${before})`;

/**
 * Of the next chat users after this id, deletes those who are older, of whom no participant and no message is left;
 * people of the integrator's server and those who signed up have accounts, and stay.
 * @returns the id up to which it looked; undefined when there is none after it
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
  // A new row that refers to a user holds that user's row: such users are skipped.
  const { rows: locked } = await sql<{ id: string }>`
    SELECT u.id FROM chat_users u
    WHERE u.id > ${after} AND u.id <= ${last} AND u.kind = 'participant' AND u.created_at < ${before}
      AND ${isUnused(before)}
    ORDER BY u.id FOR UPDATE OF u SKIP LOCKED`.execute(trx);
  // A statement of its own sees the rows that were committed until the lock was taken.
  await sql`
    DELETE FROM chat_users u
    WHERE u.id = ANY (${locked.map(({ id }) => id)}::bigint[]) AND ${isUnused(before)}`.execute(trx);
  return last;
}
