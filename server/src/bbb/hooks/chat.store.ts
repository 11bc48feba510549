import type { Db } from '../../platform/db/db.ts';
import { selectFirst } from '../../platform/db/rows.ts';

/** A message as events state it. */
export interface HookMessage {
  /** Empty after it was deleted. */
  text: string;
  /** The program that posted it; null: a person did. */
  author: string | null;
  userId: string | null;
  createdAt: Date;
}

export const findHookMessage = (db: Db, id: string) => selectFirst<HookMessage>(db)`
    SELECT CASE WHEN deleted_at IS NULL THEN text ELSE '' END AS text, meta ->> 'author' AS author, user_id AS "userId",
      created_at AS "createdAt"
    FROM chat_messages WHERE id = ${id}`;

/** A poll as events state it, with the ids of its options in their order. */
export interface HookPoll {
  question: string;
  options: { id: string; option: string }[];
}

export const findHookPoll = (db: Db, id: string) => selectFirst<HookPoll>(db)`
    SELECT question, coalesce((
      SELECT json_agg(json_build_object('id', o.id::text, 'option', o.option) ORDER BY o.id)
      FROM chat_poll_options o WHERE o.poll_id = p.id
    ), '[]') AS options
    FROM chat_polls p WHERE p.id = ${id} AND p.deleted_at IS NULL`;
