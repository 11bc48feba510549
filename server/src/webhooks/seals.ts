import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { allSealed, newestSealed, replaceSealed } from './seals.store.ts';
import { seal, unseal } from './secret.ts';

const opened = (keyring: Keyring, sealed: Buffer): string | undefined => {
  try {
    return unseal(keyring, sealed);
  } catch {
    return undefined;
  }
};

/** Does the keyring open webhook secrets of this database? Also true where there is none. */
export async function opensSecrets(db: Db, keyring: Keyring): Promise<boolean> {
  const newest = await newestSealed(db);
  return newest.length === 0 || newest.some((sealed) => opened(keyring, sealed) !== undefined);
}

/** Seals with the newest key what only an older one of the keyring opens, so that the older one can be left out later. */
export async function sealSecretsAgain(db: Db, keyring: Keyring): Promise<void> {
  const { newest } = keyring;
  for (const { id, sealed } of await allSealed(db)) {
    if (opened(newest, sealed) !== undefined) continue;
    const secret = opened(keyring, sealed);
    if (secret !== undefined) await replaceSealed(db, id, { from: sealed, to: seal(keyring, secret) });
  }
}
