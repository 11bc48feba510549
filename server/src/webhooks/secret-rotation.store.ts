import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Those of the newest webhooks, as the tables of every version have them. */
export async function newestEncryptedSecrets(db: Db): Promise<Buffer[]> {
  const { rows } = await sql<{
    secret: Buffer;
  }>`SELECT secret FROM webhooks ORDER BY id DESC LIMIT 20`.execute(db);
  return rows.map(({ secret }) => secret);
}

/** Every sealed secret, also that before the present one while they overlap. */
export async function allEncryptedSecrets(db: Db): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    SELECT id, secret AS sealed FROM webhooks
    UNION ALL
    SELECT id, previous_secret FROM webhooks WHERE previous_secret IS NOT NULL`.execute(db);
  return rows;
}

/** The secret may have been replaced meanwhile: then it is the one before, or is gone. */
export async function replaceEncryptedSecret(
  db: Db,
  id: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    UPDATE webhooks
    SET secret = CASE WHEN secret = ${from} THEN ${to} ELSE secret END,
        previous_secret = CASE WHEN previous_secret = ${from} THEN ${to} ELSE previous_secret END
    WHERE id = ${id} AND (secret = ${from} OR previous_secret = ${from})`.execute(db);
}
