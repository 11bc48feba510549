import { type RawBuilder, sql } from 'kysely';
import type { Answer } from '../../../../contract/routes.ts';
import type { Db } from '../../platform/db/db.ts';
import { type Page, sqlDirectionOf, sqlLimitOf, withTotal } from '../../platform/db/page.ts';
import { execute } from '../../platform/db/rows.ts';

/** A message of the recorded call, as the sessions of one playback show it. */
type OriginalMessageRow = Answer<'getOriginalChat'>['items'][number];

/**
 * The messages `m` that people wrote in the recorded call of a playback, while it was recorded, with what was changed
 * about them (`o`). Deleted messages are left out.
 */
const messagesOf = (playbackId: string) => sql`
  playbacks b
  JOIN records k ON k.id = b.record_id AND k.state = 'finished'
  JOIN chat_channels c ON c.room_id = k.room_id AND c.session_id IS NULL
  JOIN chat_messages m ON m.channel_id = c.id AND m.type = 'user' AND m.deleted_at IS NULL
    AND m.created_at >= k.started_at
    AND m.created_at <= k.started_at + make_interval(secs => coalesce(k.duration, 0))
  LEFT JOIN chat_users u ON u.id = m.user_id
  LEFT JOIN original_messages o ON o.playback_id = b.room_id AND o.message_id = m.id
  WHERE b.room_id = ${playbackId}`;

const columns = sql`
  m.id, extract(epoch FROM m.created_at - k.started_at)::double precision AS at,
  coalesce(u.display_name, m.meta->>'author', '') AS author, o.display_name AS "displayName", m.text,
  coalesce(o.is_hidden, false) AS "isHidden"`;

export async function originalMessagesOf(
  db: Db,
  playbackId: string,
  { page, ids }: { page: Page; ids?: string[] },
): Promise<{ items: OriginalMessageRow[]; total: number }> {
  const only: RawBuilder<unknown> = ids ? sql`AND m.id = ANY (${ids}::bigint[])` : sql``;
  const all = sql`FROM ${messagesOf(playbackId)} ${only}`;
  const { rows } = await sql<OriginalMessageRow>`
    SELECT ${columns} ${all} ORDER BY m.id ${sqlDirectionOf(page)} ${sqlLimitOf(page)}`.execute(db);
  return withTotal(db, rows, { page, all });
}

/** Hides messages or shows them again, and sets or removes names. Undefined fields stay as they are. */
export async function saveOriginalMessages(
  trx: Db,
  playbackId: string,
  changes: { id: string; isHidden?: boolean; displayName?: string | null }[],
): Promise<void> {
  const rows = changes.map(({ displayName, ...rest }) => ({
    ...rest,
    displayName: displayName ?? null,
    isRenamed: displayName !== undefined,
  }));
  await execute(trx)`
    INSERT INTO original_messages AS o (playback_id, message_id, is_hidden, display_name)
    SELECT ${playbackId}, i.id, coalesce(i."isHidden", x.is_hidden, false),
      CASE WHEN i."isRenamed" THEN i."displayName" ELSE x.display_name END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS i (id bigint, "isHidden" boolean, "displayName" text, "isRenamed" boolean)
    LEFT JOIN original_messages x ON x.playback_id = ${playbackId} AND x.message_id = i.id
    ON CONFLICT (playback_id, message_id) DO UPDATE
      SET is_hidden = excluded.is_hidden, display_name = excluded.display_name`;
}

/**
 * Erases the names that sessions show for people instead of their own; `userIds` are their chat users. The messages,
 * and the copies that sessions showed, are erased with the chat. Clicks stay counted, as votes do.
 */
export const eraseOriginalNames = (trx: Db, userIds: string[]): Promise<void> => execute(trx)`
    DELETE FROM original_messages o USING chat_messages m
    WHERE m.id = o.message_id AND m.user_id = ANY (${userIds}::bigint[])`;
