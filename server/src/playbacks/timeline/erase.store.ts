import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/**
 * Erases the names that sessions show for people instead of their own; `userIds` are their chat users. The messages,
 * and the copies that sessions showed, are erased with the chat. Clicks stay counted, as votes do.
 */
export async function eraseOriginalNames(trx: Db, userIds: string[]): Promise<void> {
  await sql`
    DELETE FROM original_messages o USING chat_messages m
    WHERE m.id = o.message_id AND m.user_id = ANY (${userIds}::bigint[])`.execute(trx);
}
