import type pg from 'pg';
import type { Keyring } from '../platform/crypto.ts';

/** What access links need beside the database handle of each request. */
export interface LinkParts {
  pool: pg.Pool;
  keyring: Keyring;
  /** `{web_url}`. */
  webUrl: URL;
}
