import type { Keyring } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { opensSealed, reencrypt } from '../platform/reencrypt.ts';
import { secretPurpose } from './secret.ts';
import {
  allEncryptedSecrets,
  newestEncryptedSecrets,
  replaceEncryptedSecret,
} from './secret-rotation.store.ts';

/** Whether the keyring decrypts webhook secrets of this database; true if there are none. */
export async function canDecryptSecrets(db: Db, keyring: Keyring): Promise<boolean> {
  const newest = await newestEncryptedSecrets(db);
  return newest.length === 0 || newest.some(({ sealed }) => opensSealed(keyring, secretPurpose, sealed));
}

/** Encrypts webhook secrets of older keys again. */
export const reencryptSecrets = (db: Db, keyring: Keyring): Promise<void> =>
  reencrypt(db, keyring, {
    purpose: secretPurpose,
    readAll: allEncryptedSecrets,
    replace: replaceEncryptedSecret,
  });
