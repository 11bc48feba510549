import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { Keyring, randomToken } from '../platform/crypto.ts';
import { Unstartable } from '../platform/errors.ts';

/** The installation's keyring: from the setting, else one key made once and kept in the data folder. */
export function openKeyring(config: Config): Keyring {
  if (config.LECTERN_SECRET_KEY) return new Keyring(config.LECTERN_SECRET_KEY);
  const folder = join(config.LECTERN_DATA_DIR, 'keys');
  const file = join(folder, 'secret');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
