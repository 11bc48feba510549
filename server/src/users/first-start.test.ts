import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../testing/engines/own-database.ts';
import { findUserByPassword } from '../auth/passwords/passwords.ts';
import { knownMigrations, migrate } from '../platform/db/migrate.ts';
import { makeFirstAccount } from './first-start.ts';
import { findUserByEmail, insertUser } from './store.ts';
import { accountOfClient, createAccount } from './users.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
beforeEach(() => database.pool.query('TRUNCATE users CASCADE'));
after(() => database?.remove());

const nothing = {
  email: undefined,
  password: undefined,
  clientId: undefined,
  clientSecret: undefined,
  plan: 'business' as const,
};

test('without settings all credentials are generated, work, and differ each time', async () => {
  const first = await makeFirstAccount(database.db, nothing);
  assert.ok(first?.isPasswordGenerated && first.isClientGenerated);
  const user = await findUserByPassword(database.db, first, '');
  assert.equal(user?.email, 'owner@localhost.localdomain');
  assert.equal(user?.plan, 'business');
  assert.equal((await accountOfClient(database.db, first.clientId, first.clientSecret))?.id, user?.id);
  assert.equal(await makeFirstAccount(database.db, nothing), null);
  await database.pool.query('TRUNCATE users CASCADE');
  const again = await makeFirstAccount(database.db, nothing);
  assert.notEqual(again?.password, first.password);
  assert.notEqual(again?.clientSecret, first.clientSecret);
});

test('the settings are used for what they name', async () => {
  const settings = {
    email: 'a@example.org',
    password: 'given password',
    clientId: 'id',
    clientSecret: 'secret',
  };
  const first = await makeFirstAccount(database.db, { ...settings, plan: 'free' });
  assert.deepEqual(first, { ...settings, isPasswordGenerated: false, isClientGenerated: false });
  assert.ok(
    await findUserByPassword(database.db, { email: 'A@example.org', password: 'given password' }, ''),
  );
  assert.equal(
    await findUserByPassword(database.db, { email: 'a@example.org', password: 'Given password' }, ''),
    undefined,
  );
  assert.equal(await accountOfClient(database.db, 'id', 'Secret'), undefined);
});

test('the first account may create users; in an older installation the oldest account may', async () => {
  await makeFirstAccount(database.db, nothing);
  const { rows } = await database.pool.query('SELECT may_create_users AS may FROM users');
  assert.deepEqual(rows, [{ may: true }]);
  const older = await startOwnDatabase();
  try {
    await older.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const before = knownMigrations().filter((name) => name < '0011');
    await migrate(older.pool, { only: new Set(before) });
    for (const [id, day] of [
      ['b', '2026-01-01'],
      ['a', '2026-01-02'],
    ]) {
      await older.pool.query(
        `INSERT INTO users (id, email, username, password_hash, plan, created_at)
         VALUES ($1, $1 || '@example.org', $1, '', 'free', $2)`,
        [id, day],
      );
    }
    await migrate(older.pool);
    const all = await older.pool.query('SELECT id, may_create_users AS may FROM users ORDER BY id');
    assert.deepEqual(all.rows, [
      { id: 'a', may: false },
      { id: 'b', may: true },
    ]);
  } finally {
    await older.remove();
  }
});

test('nodes that start at once create one account, and one of them returns it', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => makeFirstAccount(database.db, nothing)));
  const made = all.filter((first) => first !== null);
  assert.equal(made.length, 1);
  const { rows } = await database.pool.query('SELECT email FROM users');
  assert.equal(rows.length, 1);
});

test('an address that an older version stored as it was written is found, and is taken', async () => {
  const settings = { ...nothing, email: 'owner@Почта.рф', password: 'given password' };
  const first = await makeFirstAccount(database.db, settings);
  assert.equal(first?.email, 'owner@xn--80a1acny.xn--p1ai');
  await database.pool.query(`UPDATE users SET email = 'Owner@почта.рф'`);
  for (const email of ['owner@почта.рф', 'owner@XN--80A1ACNY.xn--p1ai']) {
    const user = await findUserByPassword(database.db, { email, password: 'given password' }, '');
    assert.equal(user?.email, 'Owner@почта.рф');
  }
  const other = { username: 'B', plan: 'business' as const };
  const taken = createAccount(database.db, { ...other, email: first.email });
  await assert.rejects(taken, { code: 'email_taken' });
});

test('two accounts that an older version made of one address are told apart by their forms', async () => {
  const ids = ['a'.repeat(24), 'b'.repeat(24)];
  const emails = ['owner@почта.рф', 'owner@xn--80a1acny.xn--p1ai'];
  const other = {
    username: 'B',
    phone: null,
    password_hash: null,
    plan: 'business' as const,
    created_at: new Date(),
  };
  for (const [at, id] of ids.entries()) {
    await insertUser(database.db, { ...other, id, email: emails[at] ?? '' });
  }
  for (const [at, email] of emails.entries()) {
    assert.equal((await findUserByEmail(database.db, email))?.id, ids[at]);
  }
});
