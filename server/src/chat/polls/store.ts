import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { arrayOf, prepared } from '../../platform/db/prepared.ts';
import { execute, hasRows, selectAll, selectColumn, selectValue } from '../../platform/db/rows.ts';
import { type RowOf, snakeCased } from '../../platform/db/tables.ts';

export type PollStatus = RowOf<'chat_polls'>['status'];

export interface PollOption {
  id: string;
  option: string;
  valid: boolean;
  votesCount: number;
  isVoted: boolean;
}

type PollRow = RowOf<'chat_polls'>;
type WrittenColumn =
  | 'question'
  | 'withAnswer'
  | 'isOpenEnded'
  | 'isSingleChoice'
  | 'areResultsHidden'
  | 'templateId';

/** A poll as one person sees it: `isVoted` is about that person. */
export type Poll = Pick<
  PollRow,
  WrittenColumn | 'id' | 'channelId' | 'position' | 'status' | 'createdAt' | 'stoppedAt'
> & {
  isVoted: boolean;
  votes: number;
  moderatorVotes: number;
  options: PollOption[];
  answers: NonNullable<Answer<'getPoll'>['answers']>;
};

const optionsFor = (userId: string | null) => sql`coalesce((
  SELECT json_agg(json_build_object(
    'id', o.id::text, 'option', o.option, 'valid', o.valid, 'votesCount', coalesce(c.count, 0),
    'isVoted', coalesce(c."isOwn", false)
  ) ORDER BY o.id)
  FROM chat_poll_options o
  LEFT JOIN (
    SELECT chosen, count(*)::int AS count, bool_or(v.user_id = ${userId}) AS "isOwn"
    FROM chat_poll_votes v, unnest(v.option_ids) AS chosen WHERE v.poll_id = p.id GROUP BY chosen
  ) c ON c.chosen = o.id
  WHERE o.poll_id = p.id
), '[]')`;

const newestAnswers = sql`coalesce((
  SELECT json_agg(json_build_object(
    'id', a.id::text, 'answer', a.answer,
    'user', json_build_object('id', u.id::text, 'username', u.username, 'displayName', u.display_name)
  ) ORDER BY a.id DESC)
  FROM (
    SELECT id, answer, user_id FROM chat_poll_votes
    WHERE poll_id = p.id AND answer IS NOT NULL ORDER BY id DESC LIMIT 200
  ) a
  JOIN chat_users u ON u.id = a.user_id
), '[]')`;

const undeleted = sql`(SELECT * FROM chat_polls WHERE deleted_at IS NULL)`;

/** Polls as this person sees them; without a person if `userId` is null. */
const polls = (
  db: Db,
  { userId, from = undeleted }: { userId: string | null; from?: RawBuilder<unknown> },
  rest: RawBuilder<unknown>,
): Promise<Poll[]> =>
  selectAll<Poll>(db)`${prepared}
    SELECT p.id, p.channel_id AS "channelId", p.question, p.with_answer AS "withAnswer",
      p.is_open_ended AS "isOpenEnded", p.is_single_choice AS "isSingleChoice",
      p.are_results_hidden AS "areResultsHidden", p.position, p.status, p.template_id AS "templateId", p.created_at AS "createdAt",
      p.stopped_at AS "stoppedAt", ${optionsFor(userId)} AS options, ${newestAnswers} AS answers,
      v.votes, v."moderatorVotes",
      EXISTS (SELECT FROM chat_poll_votes WHERE poll_id = p.id AND user_id = ${userId}) AS "isVoted"
    FROM ${from} p
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS votes, (count(*) FILTER (WHERE by_moderator))::int AS "moderatorVotes"
      FROM chat_poll_votes WHERE poll_id = p.id
    ) v
    ${rest}`;

export const pollById = async (db: Db, id: string, userId: string | null): Promise<Poll | undefined> =>
  (await polls(db, { userId }, sql`WHERE p.id = ${id}`))[0];

/** Polls of a channel that open for each person at a time of their own; of other ids, none. */
export const personalPollsIn = (
  db: Db,
  channelId: string,
  { userId, ids }: { userId: string | null; ids: string[] },
): Promise<Poll[]> =>
  polls(
    db,
    { userId },
    sql`WHERE p.channel_id = ${channelId} AND p.is_personal AND p.id = ANY (${ids}::bigint[]) ORDER BY p.id DESC`,
  );

/**
 * Undeleted polls that are not personal, by channel. OFFSET 0 makes the planner look them up by channel: for the newest
 * of them it would read those of all groups, the newest first.
 */
const pollsOfChannels = (channelIds: RawBuilder<unknown>) => sql`unnest(${channelIds}) AS channel (id)
  CROSS JOIN LATERAL (
    SELECT * FROM chat_polls WHERE channel_id = channel.id AND deleted_at IS NULL AND NOT is_personal OFFSET 0
  )`;

/** Newest first; at most 500. */
export const pollsIn = (
  db: Db,
  channelId: string,
  { userId, statuses }: { userId: string; statuses: readonly PollStatus[] },
): Promise<Poll[]> =>
  polls(
    db,
    { userId, from: pollsOfChannels(arrayOf([channelId], 'bigint')) },
    sql`WHERE p.status = ANY (${statuses}) ORDER BY p.id DESC LIMIT 500`,
  );

/** Prepared polls in their order, then the others by time; without a person. */
export async function pollsOfRoom(db: Db, channelId: string, page: Page) {
  const which = sql`WHERE p.channel_id = ${channelId} AND NOT p.is_personal`;
  const items = await polls(
    db,
    { userId: null },
    sql`${which}
      ORDER BY p.status <> 'new', CASE WHEN p.status = 'new' THEN p.position END, p.id ${sqlDirectionOf(page)}
      ${sqlLimitOf(page)}`,
  );
  return withTotal(db, items, { page, all: sql`FROM ${undeleted} p ${which}` });
}

/** The running polls of several channels, newest first; at most 500. */
export const pollsInProgressIn = (db: Db, channelIds: string[], userId: string): Promise<Poll[]> =>
  polls(
    db,
    { userId, from: pollsOfChannels(arrayOf(channelIds, 'bigint')) },
    sql`WHERE p.status = 'in_progress' ORDER BY p.id DESC LIMIT 500`,
  );

/** The polls that run in the channel of a room's calls. */
export const runningPollsOf = (db: Db, roomId: string): Promise<{ channelId: string; pollId: string }[]> =>
  selectAll<{ channelId: string; pollId: string }>(db)`
    SELECT p.channel_id AS "channelId", p.id AS "pollId"
    FROM chat_polls p JOIN chat_channels c ON c.id = p.channel_id
    WHERE c.room_id = ${roomId} AND c.session_id IS NULL
      AND p.status = 'in_progress' AND p.deleted_at IS NULL AND NOT p.is_personal
    ORDER BY p.id`;

/** The channel that shows the poll; undefined for a personal one. */
export const channelOfPoll = (db: Db, id: string): Promise<string | undefined> => selectValue(db)`
    SELECT channel_id FROM chat_polls WHERE id = ${id} AND deleted_at IS NULL AND NOT is_personal`;

/** The poll to which all of these options belong; undefined if one is unknown or belongs to another. */
export async function pollOfOptions(db: Db, ids: string[]): Promise<string | undefined> {
  const rows = await selectAll<{ pollId: string; count: number }>(db)`
    SELECT o.poll_id AS "pollId", count(*)::int AS count
    FROM chat_poll_options o JOIN chat_polls p ON p.id = o.poll_id
    WHERE o.id = ANY (${ids}::bigint[]) AND p.deleted_at IS NULL GROUP BY o.poll_id`;
  const [first, second] = rows;
  return !second && first?.count === ids.length ? first.pollId : undefined;
}

export interface NewPoll extends Pick<PollRow, WrittenColumn | 'channelId'> {
  options: { option: string; valid: boolean }[];
  /** Opens for each person at a time of their own: the channel does not show it. */
  isPersonal?: boolean;
}

async function insertOptions(trx: Db, pollId: string, options: NewPoll['options']): Promise<void> {
  for (const option of options) {
    // Inserted one by one: the order of their ids is the order of the options.
    const row = { poll_id: pollId, ...option };
    await trx.insertInto('chat_poll_options').values(row).execute();
  }
}

/** Inserts a poll into a locked channel, as the last of the prepared ones. */
export async function insertPoll(trx: Db, { options, ...poll }: NewPoll): Promise<string> {
  const position = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM ${preparedIn(poll.channelId)})`;
  const { id } = await trx
    .insertInto('chat_polls')
    .values({ ...snakeCased({ ...poll, createdAt: now() }), position })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertOptions(trx, id, options);
  return id;
}

const preparedIn = (channelId: string) =>
  sql`chat_polls WHERE channel_id = ${channelId} AND status = 'new' AND deleted_at IS NULL`;

/** Replaces the content of a poll that has not started, in a locked channel. Options get new ids if one of them changes. */
export async function savePoll(
  trx: Db,
  { id, options: before }: Poll,
  { options, ...poll }: NewPoll,
): Promise<void> {
  await trx.updateTable('chat_polls').set(snakeCased(poll)).where('id', '=', id).execute();
  const isSame = ({ option, valid }: NewPoll['options'][number], index: number): boolean =>
    before[index]?.option === option && before[index].valid === valid;
  if (before.length === options.length && options.every(isSame)) return;
  await trx.deleteFrom('chat_poll_options').where('poll_id', '=', id).execute();
  await insertOptions(trx, id, options);
}

/** Moves a prepared poll of a locked channel to a position, from 1; a greater one than there are: the last. */
export async function movePoll(
  trx: Db,
  { channelId, pollId }: { channelId: string; pollId: string },
  position: number,
): Promise<void> {
  const all = await selectColumn(trx)`SELECT id FROM ${preparedIn(channelId)} ORDER BY position, id`;
  const ids = all.filter((id) => id !== pollId).toSpliced(Math.max(0, position - 1), 0, pollId);
  await execute(trx)`
    UPDATE chat_polls p SET position = o.position
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY o (id, position) WHERE p.id = o.id`;
}

export const statusOfPoll = (trx: Db, id: string): Promise<PollStatus | undefined> =>
  selectValue<PollStatus>(trx)`SELECT status FROM chat_polls WHERE id = ${id} AND deleted_at IS NULL`;

/** Whether polls are off for everybody in the room of a channel. */
export const arePollsOff = (db: Db, channelId: string): Promise<boolean> => hasRows(db)`
    SELECT FROM chat_channels c JOIN rooms r ON r.id = c.room_id
    WHERE c.id = ${channelId} AND 'polls' = ANY (r.disabled_features)`;

export async function setStatus(trx: Db, id: string, status: 'in_progress' | 'done'): Promise<void> {
  const change = { status, [status === 'done' ? 'stopped_at' : 'started_at']: now() };
  await trx.updateTable('chat_polls').set(change).where('id', '=', id).execute();
}

export interface NewVote {
  pollId: string;
  userId: string;
  optionIds: string[];
  answer: string | null;
  /** Whether the person is a moderator of the channel now. */
  isModerator: boolean;
}

/** @returns undefined if this person voted already or was erased meanwhile */
export const insertVote = (trx: Db, vote: NewVote): Promise<string | undefined> => selectValue(trx)`
    INSERT INTO chat_poll_votes (poll_id, user_id, option_ids, answer, by_moderator, created_at)
    SELECT ${vote.pollId}, id, ${vote.optionIds}::bigint[], ${vote.answer}, ${vote.isModerator}, ${now()}
    FROM chat_users WHERE id = ${vote.userId} AND erased_at IS NULL
    ON CONFLICT (poll_id, user_id) DO NOTHING
    RETURNING id`;

/** Deletes a poll. One that somebody answered stays in the table, because final reports of calls contain its votes. */
export const deletePollRow = (trx: Db, id: string): Promise<void> => execute(trx)`
    WITH answered AS (
      UPDATE chat_polls SET deleted_at = ${now()}
      WHERE id = ${id} AND EXISTS (SELECT FROM chat_poll_votes WHERE poll_id = ${id})
      RETURNING id
    )
    DELETE FROM chat_polls WHERE id = ${id} AND NOT EXISTS (SELECT FROM answered)`;
