import type { Keyring } from './crypto.ts';
import type { Db } from './db/db.ts';

/** Secrets that a feature stores encrypted. */
export interface SealedSecrets {
  /** The purpose with which they were encrypted. */
  purpose: string;
  /** Every one, including previous ones that are still valid. */
  readAll: (db: Db) => Promise<{ id: string; sealed: Buffer }[]>;
  replace: (db: Db, id: string, change: { from: Buffer; to: Buffer }) => Promise<void>;
}

const opened = (keyring: Keyring, purpose: string, sealed: Buffer): string | undefined => {
  try {
    return keyring.decrypt(purpose, sealed);
  } catch {
    return undefined;
  }
};

export const opensSealed = (keyring: Keyring, purpose: string, sealed: Buffer): boolean =>
  opened(keyring, purpose, sealed) !== undefined;

/** Encrypts secrets of older keys again with the newest key, so that the older ones can be removed later. */
export async function reencrypt(db: Db, keyring: Keyring, secrets: SealedSecrets): Promise<void> {
  const { purpose, readAll, replace } = secrets;
  const { newest } = keyring;
  for (const { id, sealed } of await readAll(db)) {
    if (opensSealed(newest, purpose, sealed)) continue;
    const secret = opened(keyring, purpose, sealed);
    if (secret !== undefined) await replace(db, id, { from: sealed, to: keyring.encrypt(purpose, secret) });
  }
}
