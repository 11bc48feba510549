import type { AuditActor, AuditedKind } from '../../../../contract/audit/kinds.ts';
import { deleteExpiredRows } from '../db/batches.ts';
import type { Db } from '../db/db.ts';
import { execute } from '../db/rows.ts';

/** One change: who made it, what it is, and what it is about. It contains no secrets and no texts of people. */
export interface AuditEntry {
  id: string;
  at: Date;
  spaceId: string | null;
  actor: AuditActor;
  userId: string | null;
  tokenId: string | null;
  /** The name of the operation, or the words of a command. */
  action: string;
  kind: AuditedKind;
  objectId: string | null;
  address: string | null;
}

/** Inserts the entry once. If this transaction deleted the account, the entry names nobody. */
export const insertAuditEntry = (db: Db, entry: AuditEntry) => execute(db)`
    INSERT INTO audit_entries (id, at, space_id, actor, user_id, token_id, action, kind, object_id, address)
    SELECT ${entry.id}, ${entry.at}, ${entry.spaceId}, ${entry.actor}, u.id,
      CASE WHEN NOT is_deleted THEN ${entry.tokenId} END, ${entry.action}, ${entry.kind}, ${entry.objectId},
      CASE WHEN NOT is_deleted THEN ${entry.address} END
    FROM (SELECT) one LEFT JOIN users u ON u.id = ${entry.userId},
      LATERAL (SELECT u.id IS NULL AND ${entry.userId}::text IS NOT NULL AS is_deleted) account
    ON CONFLICT (id) DO NOTHING`;

export const deleteAuditEntriesBefore = (db: Db, before: Date, stop?: AbortSignal): Promise<void> =>
  deleteExpiredRows(db, { table: 'audit_entries', column: 'at', before }, stop);

/** Erases the account of a deleted person: its entries remain, about nobody. */
export const eraseFromAudit = (trx: Db, { userId, erasedId }: { userId: string; erasedId: string }) =>
  execute(trx)`
    UPDATE audit_entries SET
      user_id = nullif(user_id, ${userId}),
      token_id = CASE WHEN user_id = ${userId} THEN NULL ELSE token_id END,
      address = CASE WHEN user_id = ${userId} THEN NULL ELSE address END,
      object_id = CASE WHEN object_id = ${userId} THEN ${erasedId} ELSE object_id END
    WHERE user_id = ${userId} OR object_id = ${userId}`;
