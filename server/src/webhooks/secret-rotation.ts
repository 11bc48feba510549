import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { encryptSecret, unseal } from './secret.ts';
import {
  allEncryptedSecrets,
  newestEncryptedSecrets,
  replaceEncryptedSecret,
} from './secret-rotation.store.ts';

const opened = (keyring: Keyring, sealed: Buffer): string | undefined => {
  try {
    return unseal(keyring, sealed);
  } catch {
    return undefined;
  }
};

/** Whether the keyring decrypts webhook secrets of this database; true if there are none. */
export async function canDecryptSecrets(db: Db, keyring: Keyring): Promise<boolean> {
  const newest = await newestEncryptedSecrets(db);
  return newest.length === 0 || newest.some(({ sealed }) => opened(keyring, sealed) !== undefined);
}

/** Encrypts secrets of older keys again with the newest key, so that the older ones can be removed later. */
export async function reencryptSecrets(db: Db, keyring: Keyring): Promise<void> {
  const { newest } = keyring;
  for (const { id, sealed } of await allEncryptedSecrets(db)) {
    if (opened(newest, sealed) !== undefined) continue;
    const secret = opened(keyring, sealed);
    if (secret !== undefined)
      await replaceEncryptedSecret(db, id, { from: sealed, to: encryptSecret(keyring, secret) });
  }
}
