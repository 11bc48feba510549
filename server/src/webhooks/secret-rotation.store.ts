import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

/** Reads secrets of the newest webhooks from the tables of any version. */
export async function newestEncryptedSecrets(db: Db): Promise<Buffer[]> {
  const { rows } = await sql<{
    secret: Buffer;
  }>`SELECT secret FROM webhooks ORDER BY id DESC LIMIT 20`.execute(db);
  return rows.map(({ secret }) => secret);
}

/** Every encrypted secret, including previous ones that still sign. */
export async function allEncryptedSecrets(db: Db): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    SELECT id, secret AS sealed FROM webhooks
    UNION ALL
    SELECT id, previous_secret FROM webhooks WHERE previous_secret IS NOT NULL`.execute(db);
  return rows;
}

/** The secret may have been replaced meanwhile: then it is the previous one, or is gone. */
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
