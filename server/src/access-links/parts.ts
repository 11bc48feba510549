import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';

/** What access links need beside the database handle of each request. */
export interface LinkParts {
  keyring: Keyring;
  /** `{web_url}`. */
  webUrl: URL;
  /** In the transaction that revokes links: nobody waits by them any more. */
  onLinksRevoking: (trx: Db, linkIds: string[]) => Promise<void>;
  /** After links were revoked: whoever entered by them is removed. */
  onLinksRevoked: (db: Db, linkIds: string[]) => Promise<void>;
}
