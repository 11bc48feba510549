import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { execute, hasRows } from '../db/rows.ts';

/** The right to do a task that one node does at a time. */
export interface Lease {
  name: string;
  holder: string;
  seconds: number;
}

const expiry = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** @returns false if another holder has it */
export const takeLease = (db: Db, { name, holder, seconds }: Lease): Promise<boolean> => hasRows(db)`
    INSERT INTO leases (name, holder, expires_at) VALUES (${name}, ${holder}, ${expiry(seconds)})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE leases.holder = excluded.holder OR leases.expires_at < clock_timestamp()
    RETURNING 1`;

/**
 * Extends the lease and locks its row until the transaction ends, so that no other node takes it before, even if this
 * one freezes for longer than the lease lasts.
 * @returns false if it expired or another holder has it
 */
export const renewLease = (trx: Db, { name, holder, seconds }: Lease): Promise<boolean> => hasRows(trx)`
    UPDATE leases SET expires_at = ${expiry(seconds)}
    WHERE name = ${name} AND holder = ${holder} AND expires_at >= clock_timestamp() RETURNING 1`;

export const releaseLease = (db: Db, { name, holder }: Omit<Lease, 'seconds'>): Promise<void> =>
  execute(db)`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`;
