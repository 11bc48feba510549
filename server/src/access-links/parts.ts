import type pg from 'pg';
import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';

/** What access links need beside the database handle of each request. */
export interface LinkParts {
  pool: pg.Pool;
  keyring: Keyring;
  /** `{web_url}`. */
  webUrl: URL;
  /** In the transaction that withdraws a link: nobody waits by it any more. */
  onLinkRevoking: (trx: Db, link: { id: string; roomId: string }) => Promise<void>;
  /** After a link was withdrawn: whoever came by it goes. */
  onLinkRevoked: (db: Db, link: { id: string; roomId: string }) => Promise<void>;
}
