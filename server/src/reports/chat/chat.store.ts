import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { selectAll, selectValue } from '../../platform/db/rows.ts';
import type { Gathering } from '../people/gathering.store.ts';

/** Each chat user of the participants who were there with one participant, so that nothing counts twice. */
export const chatUsersOf = ({ attended }: Pick<Gathering, 'attended'>) => sql`
  SELECT DISTINCT ON (up.user_id) up.user_id, up.participant_id
  FROM chat_user_participants up
  WHERE up.participant_id IN (SELECT participant_id FROM ${attended})
  ORDER BY up.user_id, up.participant_id`;

/** The author of a message or a vote. */
export interface ChatAuthor {
  /** A participant of the call; null: the author was not in it. */
  participantId: string | null;
  /** The person in the chat; null: deleted. */
  chatUserId: string | null;
  /** The name in the chat; null: erased. */
  chatName: string | null;
  /** The id of the integrator's by which the chat knows the person; null: none, or erased. */
  chatExternalId: string | null;
}

const authorColumns = (name = sql`a.display_name`) => sql`
  u.participant_id AS "participantId", a.id AS "chatUserId", CASE WHEN a.erased_at IS NULL THEN ${name} END AS "chatName",
  CASE WHEN a.erased_at IS NULL THEN substring(a.identity FROM '^m2m:(.*)$') END AS "chatExternalId"`;

/** A program sends a name with its message, which no person wrote. */
const nameInMessage = sql`CASE WHEN m.meta->'outside' = 'true' THEN m.meta->>'author' ELSE a.display_name END`;

/** A message of the chat during the call. */
export interface MessageOfCall extends ChatAuthor {
  id: string;
  sentAt: Date;
  /** Empty if the message was deleted. */
  text: string;
  isDeleted: boolean;
}

/** Messages `m` that people wrote in the channel `c` during the call. */
const messagesIn = ({ channel, from, until }: Gathering) => sql`
  chat_channels c JOIN chat_messages m ON m.channel_id = c.id AND m.type = 'user'
    AND m.created_at >= ${from} AND m.created_at <= ${until} AND ${channel}`;

/** The page to read; all messages, oldest first, if it is absent. */
export interface MessagesPage {
  limit: number;
  offset: number;
  order: 'asc' | 'desc';
}

/** The messages in the chat during the gathering, in their order, with deleted ones. */
export const readGatheringMessages = async (
  db: Db,
  gathering: Gathering,
  page?: MessagesPage,
): Promise<MessageOfCall[]> => (await messagesQuery(gathering, page).execute(db)).rows;

export function messagesQuery(gathering: Gathering, page?: MessagesPage): RawBuilder<MessageOfCall> {
  const order = page?.order === 'desc' ? sql`DESC` : sql`ASC`;
  return sql<MessageOfCall>`
    SELECT m.id, ${authorColumns(nameInMessage)}, m.created_at AS "sentAt", m.text, m.deleted_at IS NOT NULL AS "isDeleted"
    FROM ${messagesIn(gathering)}
    LEFT JOIN (${chatUsersOf(gathering)}) u ON u.user_id = m.user_id
    LEFT JOIN chat_users a ON a.id = m.user_id
    ORDER BY m.id ${order} LIMIT ${page?.limit ?? null} OFFSET ${page?.offset ?? 0}`;
}

export const countMessages = async (db: Db, gathering: Gathering): Promise<number> =>
  (await selectValue<number>(db)`
    SELECT count(*)::int AS count FROM ${messagesIn(gathering)}`) ?? 0;

/**
 * The number of messages of each participant. Deleted ones count: whether somebody wrote does not change afterwards.
 */
export const messageCountsQuery = (gathering: Gathering) =>
  sql<{ participantId: string; messages: number }>`
    WITH chat_people AS MATERIALIZED (${chatUsersOf(gathering)})
    SELECT u.participant_id AS "participantId", count(*)::int AS messages
    FROM chat_people u JOIN chat_messages m ON m.user_id = u.user_id
      AND m.created_at >= ${gathering.from} AND m.created_at <= ${gathering.until} AND m.type = 'user'
    JOIN chat_channels c ON c.id = m.channel_id AND ${gathering.channel}
    GROUP BY u.participant_id`;

/** Polls `p` of the channel that were open during the call: only these can have votes of that time. */
const pollsOpenIn = ({ channel, from, until }: Gathering) => sql`
  chat_polls p JOIN chat_channels c ON c.id = p.channel_id AND ${channel}
    AND p.started_at <= ${until} AND (p.stopped_at IS NULL OR p.stopped_at >= ${from})`;

export interface VoteOfCall extends ChatAuthor {
  pollId: string;
  question: string;
  /** The chosen options, joined by commas, or the text. */
  answer: string;
  /** Whether exactly right options were chosen; null: no quiz. */
  isCorrect: boolean | null;
  answeredAt: Date;
}

/** The votes in the polls of the chat during the gathering, in the order of voting. */
export const readGatheringVotes = async (db: Db, gathering: Gathering): Promise<VoteOfCall[]> =>
  (await votesQuery(gathering).execute(db)).rows;

export const votesQuery = (gathering: Gathering) =>
  sql<VoteOfCall>`
    SELECT p.id AS "pollId", p.question, ${authorColumns()}, v.created_at AS "answeredAt",
      coalesce(v.answer, (
        SELECT string_agg(o.option, ', ' ORDER BY o.id) FROM chat_poll_options o WHERE o.id = ANY (v.option_ids)
      ), '') AS answer,
      CASE WHEN p.with_answer THEN (
        SELECT bool_and(o.valid = (o.id = ANY (v.option_ids)) OR p.is_single_choice AND o.valid)
        FROM chat_poll_options o WHERE o.poll_id = p.id
      ) END AS "isCorrect"
    FROM ${pollsOpenIn(gathering)}
    JOIN chat_poll_votes v ON v.poll_id = p.id
      AND v.created_at >= ${gathering.from} AND v.created_at <= ${gathering.until}
    LEFT JOIN (${chatUsersOf(gathering)}) u ON u.user_id = v.user_id
    LEFT JOIN chat_users a ON a.id = v.user_id
    ORDER BY v.created_at, v.id`;

export interface PollOfCall {
  id: string;
  question: string;
  createdAt: Date;
  startedAt: Date;
  finishedAt: Date | null;
  options: { text: string; votes: number }[];
}

/** The polls of the chat that were started or answered during the gathering, oldest first. Only votes of that time count. */
export const readGatheringPolls = (db: Db, gathering: Gathering): Promise<PollOfCall[]> =>
  selectAll<PollOfCall>(db)`
    WITH polls AS (SELECT p.* FROM ${pollsOpenIn(gathering)}),
    votes AS (
      SELECT v.poll_id, v.option_ids FROM polls p
      JOIN chat_poll_votes v ON v.poll_id = p.id AND v.created_at >= ${gathering.from} AND v.created_at <= ${gathering.until}
    ),
    chosen AS (
      SELECT option_id, count(*)::int AS count FROM votes, unnest(option_ids) AS option_id GROUP BY option_id
    )
    SELECT p.id, p.question, p.created_at AS "createdAt", p.started_at AS "startedAt", p.stopped_at AS "finishedAt",
      coalesce((
        SELECT json_agg(json_build_object('text', o.option, 'votes', coalesce(s.count, 0)) ORDER BY o.id)
        FROM chat_poll_options o LEFT JOIN chosen s ON s.option_id = o.id WHERE o.poll_id = p.id
      ), '[]') AS options
    FROM polls p
    WHERE p.started_at >= ${gathering.from} OR p.id IN (SELECT poll_id FROM votes)
    ORDER BY p.started_at, p.id`;
