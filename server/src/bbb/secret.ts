import { type Keyring, randomAlphanumeric } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { reencrypt } from '../platform/reencrypt.ts';
import { allServerSecrets, replaceServerSecret } from './servers.store.ts';

const purpose = 'bbb-secret';

/** 64 characters: libraries of JSON web tokens refuse shorter keys for HS512. */
export const newServerSecret = (): string => randomAlphanumeric(64);

export const sealSecret = (keyring: Keyring, secret: string): Buffer => keyring.encrypt(purpose, secret);
export const openSecret = (keyring: Keyring, sealed: Buffer): string => keyring.decrypt(purpose, sealed);

/** Encrypts secrets of older keys again. */
export const reencryptServerSecrets = (db: Db, keyring: Keyring): Promise<void> =>
  reencrypt(db, keyring, { purpose, readAll: allServerSecrets, replace: replaceServerSecret });
