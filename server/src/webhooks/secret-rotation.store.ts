import type { Db } from '../platform/db/db.ts';
import { execute, selectAll } from '../platform/db/rows.ts';

/** Reads secrets of the newest webhooks from the tables of any version. */
export const newestEncryptedSecrets = (db: Db) =>
  selectAll<{ sealed: Buffer }>(db)`SELECT secret AS sealed FROM webhooks ORDER BY id DESC LIMIT 20`;

/** Every encrypted secret, including previous ones that still sign. */
export const allEncryptedSecrets = (db: Db) => selectAll<{ id: string; sealed: Buffer }>(db)`
    SELECT id, secret AS sealed FROM webhooks
    UNION ALL
    SELECT id, previous_secret FROM webhooks WHERE previous_secret IS NOT NULL`;

/** The secret may have been replaced meanwhile: then it is the previous one, or is gone. */
export const replaceEncryptedSecret = (
  db: Db,
  id: string,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> =>
  execute(db)`
    UPDATE webhooks
    SET secret = CASE WHEN secret = ${from} THEN ${to} ELSE secret END,
        previous_secret = CASE WHEN previous_secret = ${from} THEN ${to} ELSE previous_secret END
    WHERE id = ${id} AND (secret = ${from} OR previous_secret = ${from})`;
