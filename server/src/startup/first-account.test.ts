import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../testing/engines/own-database.ts';
import { findUserByPassword } from '../auth/passwords/passwords.ts';
import { loadConfig } from '../config.ts';
import { listUsers } from '../users/store.ts';
import { showFirstAccount } from './first-account.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
const file = join(folder, 'first-account.txt');
let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
beforeEach(async () => {
  await database.pool.query('TRUNCATE users CASCADE');
  rmSync(file, { recursive: true, force: true });
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.remove();
});

/** Creates the first account and returns what was printed. */
async function show({
  isTerminal,
  ...settings
}: {
  isTerminal: boolean;
  [setting: string]: string | boolean;
}) {
  const loaded = loadConfig({ LECTERN_DATA_DIR: folder, ...(settings as Record<string, string>) });
  assert.ok('config' in loaded);
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  await showFirstAccount({ db: database.db, config: loaded.config, print, isTerminal });
  return printed;
}

const passwordIn = (text: string): string => /^ {2}password {7}(\S+)$/m.exec(text)?.[1] ?? '';
const signsIn = async (password: string) =>
  (await findUserByPassword(database.db, { email: 'owner@localhost.localdomain', password }, '')) !==
  undefined;

test('a terminal shows the credentials, and no file has them', async () => {
  const printed = await show({ isTerminal: true });
  assert.ok(await signsIn(passwordIn(printed)));
  assert.equal(existsSync(file), false);
});

test('without a terminal the credentials go to a file for this user alone, and its path is printed', async () => {
  writeFileSync(file, 'left by a start that failed', { mode: 0o644 });
  const printed = await show({ isTerminal: false });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const stored = readFileSync(file, 'utf8');
  const password = passwordIn(stored);
  assert.ok(await signsIn(password));
  assert.ok(printed.includes(file));
  assert.equal(printed.includes(password), false);
  assert.match(stored, /client secret {2}\S{40}/);
  assert.equal(/\S{40}/.test(printed.replaceAll(file, '')), false);
});

test('credentials that the settings contain need no file', async () => {
  const printed = await show({
    isTerminal: false,
    LECTERN_OWNER_PASSWORD: 'eight quiet owls',
    LECTERN_CLIENT_ID: 'client-of-the-owner',
    LECTERN_CLIENT_SECRET: 's'.repeat(40),
  });
  assert.match(printed, /<your LECTERN_OWNER_PASSWORD>/);
  assert.equal(existsSync(file), false);
});

test('an account whose credentials cannot be stored is not created', async () => {
  mkdirSync(join(file, 'in the way'), { recursive: true });
  await assert.rejects(show({ isTerminal: false }));
  assert.deepEqual(await listUsers(database.db), []);
});
