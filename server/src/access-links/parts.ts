import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';

/** The services that access links need besides the database handle of each request. */
export interface LinkParts {
  keyring: Keyring;
  /** The public base URL of the web client. */
  webUrl: URL;
  /** Runs in the transaction that revokes the links: ends the waiting of participants who came by them. */
  onLinksRevoking: (trx: Db, linkIds: string[]) => Promise<void>;
  /** Runs after the links were revoked: removes participants who entered by them from their calls. */
  onLinksRevoked: (db: Db, linkIds: string[]) => Promise<void>;
}
