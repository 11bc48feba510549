import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectFirst,
  selectValue,
} from '../platform/db/rows.ts';

/** The next step of a walk: after an id, for data before a moment. */
interface Look {
  after: string;
  before: Date;
  limit: number;
}

/** A channel, or a poll in one. */
export interface DueInChannel {
  id: string;
  channelId: string;
  isDue: boolean;
}

/** The next channels after this id, and whether the oldest change of each is before `before`. */
export const channelsAfter = (db: Db, { after, before, limit }: Look) => selectAll<DueInChannel>(db)`
    SELECT c.id, c.id AS "channelId", coalesce(e.created_at < ${before}, false) AS "isDue"
    FROM (SELECT id FROM chat_channels WHERE id > ${after} ORDER BY id LIMIT ${limit}) c
    LEFT JOIN LATERAL (
      SELECT created_at FROM chat_events WHERE channel_id = c.id ORDER BY seq LIMIT 1
    ) e ON true
    ORDER BY c.id`;

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
  const oldest = await selectFirst<{ upTo: string | null; count: number }>(trx)`
    SELECT max(seq) FILTER (WHERE created_at < ${before}) AS "upTo", count(*)::int AS count
    FROM (SELECT seq, created_at FROM chat_events WHERE channel_id = ${channelId} ORDER BY seq LIMIT ${limit}) e
  `;
  const { upTo = null, count = 0 } = oldest ?? {};
  if (upTo === null) return false;
  await execute(trx)`
    WITH gone AS (
      DELETE FROM chat_messages WHERE channel_id = ${channelId} AND seq <= ${upTo} RETURNING id
    ), reactions AS (
      DELETE FROM chat_reactions WHERE message_id = ANY (ARRAY(SELECT id FROM gone))
    )
    DELETE FROM chat_pins WHERE message_id = ANY (ARRAY(SELECT id FROM gone))`;
  const deleted = await countChanged(trx)`
    DELETE FROM chat_events WHERE channel_id = ${channelId} AND seq <= ${upTo}`;
  return deleted === count && count === limit;
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
export const pollsAfter = (db: Db, { after, before, limit }: Look) => selectAll<DueInChannel>(db)`
    SELECT p.id, p.channel_id AS "channelId", ${isPast(before)} AS "isDue"
    FROM (SELECT * FROM chat_polls WHERE id > ${after} ORDER BY id LIMIT ${limit}) p ORDER BY p.id`;

/**
 * Deletes a poll of a locked channel if it is still past: a batch of its votes first, and the poll after the last.
 * @returns whether votes may be left
 */
export async function deletePastPoll(
  trx: Db,
  pollId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<boolean> {
  const isStillPast = await hasRows(trx)`
    SELECT FROM chat_polls p WHERE p.id = ${pollId} AND ${isPast(before)}`;
  if (!isStillPast) return false;
  const deleted = await countChanged(trx)`
    DELETE FROM chat_poll_votes WHERE id = ANY (ARRAY(
      SELECT id FROM chat_poll_votes WHERE poll_id = ${pollId} LIMIT ${limit}
    ))`;
  if (deleted === limit) return true;
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
export async function deletePastUsers(trx: Db, { after, before, limit }: Look): Promise<string | undefined> {
  const last = await selectValue<string | null>(trx)`
    SELECT max(id) FROM (SELECT id FROM chat_users WHERE id > ${after} ORDER BY id LIMIT ${limit}) l`;
  if (!last) return undefined;
  // A transaction that inserts a reference to a user locks that user's row: such users are skipped.
  const locked = await selectColumn(trx)`
    SELECT u.id FROM chat_users u
    WHERE u.id > ${after} AND u.id <= ${last} AND u.kind = 'participant' AND u.created_at < ${before}
      AND ${isUnused(before)}
    ORDER BY u.id FOR UPDATE OF u SKIP LOCKED`;
  // A second statement sees the rows that were committed before the lock.
  await execute(trx)`
    DELETE FROM chat_users u
    WHERE u.id = ANY (${locked}::bigint[]) AND ${isUnused(before)}`;
  return last;
}
