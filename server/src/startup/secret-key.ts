import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reencryptServerSecrets } from '../bbb/bbb.ts';
import type { Config } from '../config.ts';
import { Keyring, randomToken } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { canDecryptSecrets, reencryptSecrets } from '../webhooks/webhooks.ts';
import { findInstallation, writeKeyProof } from './installation.store.ts';

const keyFileOf = ({ LECTERN_DATA_DIR: folder }: Config): string => join(folder, 'keys/secret');

/** Opens the keyring: of the setting, or else of a key that is created once in the data folder. */
export function openKeyring(config: Config): Keyring {
  if (config.LECTERN_SECRET_KEY) return new Keyring(config.LECTERN_SECRET_KEY);
  const file = keyFileOf(config);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // Write to a draft and link it, so that an interrupted start leaves no partial key.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomToken(32), { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch {
      // Another start was first; its key counts.
    }
    rmSync(draft);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32) {
    throw new Unstartable(
      `The key in ${file} is damaged. Put it back from a backup: without it links and secrets are lost.`,
    );
  }
  return new Keyring([key]);
}

const proofPurpose = 'key-proof';

export interface KeyParts {
  db: Db;
  keyring: Keyring;
  config: Config;
}

/**
 * Refuses a start with a wrong key before the database is changed. If the database has no proof of its key yet, the
 * key must decrypt its webhook secrets.
 */
export async function checkSecretKey({ db, keyring, config }: KeyParts): Promise<void> {
  const known = await findInstallation(db);
  if (!known) return;
  const isRight =
    known.proof === null
      ? await canDecryptSecrets(db, keyring)
      : keyring.verify(proofPurpose, known.id, Buffer.from(known.proof, 'base64url'));
  if (isRight) return;
  const name = config.LECTERN_SECRET_KEY
    ? 'LECTERN_SECRET_KEY is'
    : `LECTERN_SECRET_KEY is not set, and the key in ${keyFileOf(config)} is`;
  throw new Unstartable(
    `${name} not the key with which this database was used: links, tokens and webhook secrets would be lost. ` +
      'Set that key; a new one goes before it (<new>,<old>). What to do without it: docs/operators/running.md, "The key".',
  );
}

/** Stores the proof of this key, whichever key the database had before. */
export async function acceptSecretKey(db: Db, keyring: Keyring): Promise<void> {
  const known = await findInstallation(db);
  if (known) await writeKeyProof(db, keyring.sign(proofPurpose, known.id).toString('base64url'));
}

/** Runs after the migration: stores the proof and re-encrypts secrets, so that the next start needs no older keys. */
export async function keepSecretKey(parts: KeyParts): Promise<void> {
  // Another node with another key may have started first on an empty database.
  await checkSecretKey(parts);
  await reencryptSecrets(parts.db, parts.keyring);
  await reencryptServerSecrets(parts.db, parts.keyring);
  await acceptSecretKey(parts.db, parts.keyring);
}
