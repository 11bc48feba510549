import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db } from '../platform/db/db.ts';
import { type FirstAccount, makeFirstAccount } from '../users/first-start.ts';
import { firstAccountText, firstAccountTextIn } from './welcome.ts';

export interface FirstAccountParts {
  db: Db;
  config: Config;
  print: (text: string) => unknown;
  /** Whether `print` reaches a person. Otherwise it reaches a journal, which many may read and which keeps it. */
  isTerminal: boolean;
}

/** Writes the file for this user alone, and to the disk. A file of a start that failed has credentials of nobody. */
function storeCredentials(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
}

/**
 * Creates the first account if there is none, and shows its credentials: on a terminal, or else in a file. The file is
 * stored before the account, so that a kill in between leaves no account that nobody can enter
 * (docs/decisions/0079).
 */
export async function showFirstAccount({ db, config, print, isTerminal }: FirstAccountParts): Promise<void> {
  const { LECTERN_URL: url, LECTERN_DATA_DIR: folder } = config;
  const file = join(folder, 'first-account.txt');
  const isSecret = (made: FirstAccount) => made.isPasswordGenerated || made.isClientGenerated;
  const settings = {
    email: config.LECTERN_OWNER_EMAIL,
    password: config.LECTERN_OWNER_PASSWORD,
    clientId: config.LECTERN_CLIENT_ID,
    clientSecret: config.LECTERN_CLIENT_SECRET,
    plan: config.LECTERN_DEFAULT_PLAN,
  };
  const first = await makeFirstAccount(db, settings, (made) => {
    if (!isTerminal && isSecret(made)) storeCredentials(file, firstAccountText(url, made));
  });
  if (!first) return;
  print(!isTerminal && isSecret(first) ? firstAccountTextIn(file, first) : firstAccountText(url, first));
}
