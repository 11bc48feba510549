import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config.ts';
import { Keyring, randomToken } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Unstartable } from '../platform/errors.ts';
import { canDecryptSecrets, reencryptSecrets } from '../webhooks/webhooks.ts';
import { knownKeyIn, writeKeyProof } from './secret-key.store.ts';

const keyFileOf = ({ LECTERN_DATA_DIR: folder }: Config): string => join(folder, 'keys/secret');

/** The installation's keyring: from the setting, else one key made once and kept in the data folder. */
export function openKeyring(config: Config): Keyring {
  if (config.LECTERN_SECRET_KEY) return new Keyring(config.LECTERN_SECRET_KEY);
  const file = keyFileOf(config);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    // Written whole, then given its name: an interrupted start leaves no half of a key.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomToken(32), { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch {
      // Another start was quicker; its key counts.
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
 * Refuses a start with a key that is not the database's, before the database is changed. A database that has no proof of
 * its key yet is asked whether the key opens its webhook secrets.
 */
export async function checkSecretKey({ db, keyring, config }: KeyParts): Promise<void> {
  const known = await knownKeyIn(db);
  if (!known) return;
  const isRight =
    known.proof === null
      ? await canDecryptSecrets(db, keyring)
      : keyring.verify(proofPurpose, known.installation, Buffer.from(known.proof, 'base64url'));
  if (isRight) return;
  const name = config.LECTERN_SECRET_KEY
    ? 'LECTERN_SECRET_KEY is'
    : `LECTERN_SECRET_KEY is not set, and the key in ${keyFileOf(config)} is`;
  throw new Unstartable(
    `${name} not the key with which this database was used: links, tokens and webhook secrets would be lost. ` +
      'Set that key; a new one goes before it (<new>,<old>). What to do without it: docs/operators/running.md, "The key".',
  );
}

/** From now on the database is that of this key, whichever it had before. */
export async function acceptSecretKey(db: Db, keyring: Keyring): Promise<void> {
  const known = await knownKeyIn(db);
  if (known) await writeKeyProof(db, keyring.sign(proofPurpose, known.installation).toString('base64url'));
}

/** After the migration: what the next start compares with, and secrets that the next start opens without the older keys. */
export async function keepSecretKey(parts: KeyParts): Promise<void> {
  // Another node with another key may have been the first on an empty database.
  await checkSecretKey(parts);
  await reencryptSecrets(parts.db, parts.keyring);
  await acceptSecretKey(parts.db, parts.keyring);
}
