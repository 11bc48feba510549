import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../../testing/database.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { addedToLimits } from '../../../testing/people/sign-in-attempts.ts';
import type { Database } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Attempt, AttemptLimits, WrongCredential } from './attempts.ts';
import { deleteOldAttempts } from './store.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

/** Ends the window of a minute. */
const endWindows = () =>
  database.db
    .updateTable('sign_in_attempts')
    .set({ resets_at: new Date(Date.now() - 1000) })
    .execute();

test('two nodes together allow ten concurrent attempts, then none until the minute is over', async () => {
  const nodes = [new AttemptLimits(undefined), new AttemptLimits(60)];
  const attempt: Attempt = { kind: 'sign-in', account: 'ann@example.org', ip: '192.0.2.1' };
  const askAll = async () => {
    const asked = Array.from({ length: 15 }, () => nodes.map((node) => node.count(database.db, attempt)));
    return (await Promise.all(asked.flat())).filter((counted) => counted?.allowed).length;
  };
  assert.equal(await askAll(), 10);
  assert.equal(await askAll(), 0);
  for (const other of [
    { ...attempt, account: 'ben@example.org' },
    { ...attempt, ip: '192.0.2.2' },
    { ...attempt, kind: 'reset-code' as const },
  ]) {
    assert.equal((await nodes[0]?.count(database.db, other))?.allowed, true);
  }
  const upper = { ...attempt, account: 'ANN@example.org' };
  assert.equal((await nodes[1]?.count(database.db, upper))?.allowed, false);
  await endWindows();
  assert.equal(await askAll(), 10);
});

test('without limits nothing is counted, and expired counts are deleted', async () => {
  await endWindows();
  await deleteOldAttempts(database.db);
  const off = new AttemptLimits(0);
  assert.equal(await off.count(database.db, { kind: 'sign-in', account: 'a', ip: 'b' }), undefined);
  assert.deepEqual(await database.db.selectFrom('sign_in_attempts').selectAll().execute(), []);
});

test('without limits the emails to one recipient are limited all the same', async () => {
  const off = new AttemptLimits(0);
  const to: Attempt = { kind: 'invite-email-to', account: 'parent@example.org', ip: '' };
  const sent = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(() => off.take(database.db, to)));
  const refusals = sent.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  // Two minutes' worth and one more: a new minute may begin in between.
  assert.ok(refusals.length >= 1);
  for (const error of refusals) assert.ok(error instanceof Refusal && error.code === 'rate_limited', error);
  await off.take(database.db, { ...to, account: 'another@example.org' });
});

type Outcome = 'right' | 'wrong' | number;

const node = new AttemptLimits(undefined);

/** Guards a sign-in with a right or wrong password. @returns the seconds of `Retry-After` if it is refused unchecked */
const signIn = (account: string, ip: string, password: 'right' | 'wrong' = 'wrong'): Promise<Outcome> =>
  node
    .guard(database.db, { kind: 'sign-in', account, ip }, async () =>
      password === 'right' ? password : undefined,
    )
    .then(
      (result) => result ?? 'wrong',
      (error: unknown) => {
        assert.ok(error instanceof Refusal && error.code === 'rate_limited', String(error));
        return error.retryAfter ?? 0;
      },
    );

const checkedIn = (outcomes: Outcome[]): number =>
  outcomes.filter((outcome) => typeof outcome === 'string').length;

const all = (count: number, attempt: (n: number) => Promise<Outcome>): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => attempt(n)));

test('an address may check 300 wrong passwords an hour over all accounts; right ones do not count', async () => {
  const [address, neighbour] = ['2001:db8:1:1::a', '2001:db8:1:1::b'];
  assert.equal(checkedIn(await all(500, (n) => signIn(`school-${n}@example.org`, address, 'right'))), 500);
  const outcomes = await all(400, (n) => signIn(`spray-${n}@example.org`, n % 2 ? address : neighbour));
  assert.equal(checkedIn(outcomes), 300);
  const [refused] = outcomes.filter((outcome) => typeof outcome === 'number');
  assert.ok(refused !== undefined && refused > 60 && refused <= 3600, String(refused));
  assert.equal(typeof (await signIn('new@example.org', address, 'right')), 'number');
  // People who signed in from here before still may, and so may everybody at other addresses.
  assert.equal(await signIn('school-7@example.org', neighbour, 'right'), 'right');
  assert.equal(await signIn('new@example.org', '2001:db8:1:2::a', 'right'), 'right');
  await endWindows();
});

test('an account takes 60 wrong passwords an hour from all addresses; a known address has its own allowance', async () => {
  const victim = 'victim@example.org';
  assert.equal(await signIn(victim, '198.51.100.1', 'right'), 'right');
  assert.equal(checkedIn(await all(200, (n) => signIn(victim, `203.0.113.${n}`))), 60);
  assert.equal(typeof (await signIn(victim, '192.0.2.9', 'right')), 'number');
  assert.equal(await signIn(victim.toUpperCase(), '::ffff:198.51.100.1', 'right'), 'right');
  assert.equal(await signIn('another@example.org', '203.0.113.7', 'right'), 'right');
  await endWindows();
});

test('an account takes 20 wrong passwords an hour from one address, even if the address is known', async () => {
  const attempt = (): Promise<Outcome> => signIn('one@example.org', '198.51.100.2');
  assert.equal(await signIn('one@example.org', '198.51.100.2', 'right'), 'right');
  let checked = 0;
  for (let minute = 0; minute < 4; minute += 1) {
    checked += checkedIn(await all(10, attempt));
    await database.db
      .updateTable('sign_in_attempts')
      .set({ resets_at: new Date(Date.now() - 1000) })
      .where('resets_at', '<', new Date(Date.now() + 61_000))
      .execute();
  }
  assert.equal(checked, 20);
  await endWindows();
});

test('an attempt counts only if its password was wrong, not if something else failed', async () => {
  const attempt: Attempt = { kind: 'sign-in', account: 'failing@example.org', ip: '198.51.100.3' };
  const failures: [Error, number][] = [
    [new Refusal('email_taken'), 0],
    [new Refusal('validation_failed'), 0],
    [new Error('a lost connection'), 0],
    [new WrongCredential('sign_in_failed'), 3],
  ];
  for (const [error, expected] of failures) {
    const fail = () => node.guard(database.db, attempt, () => Promise.reject(error));
    assert.equal(await addedToLimits(database, () => assert.rejects(fail(), error)), expected, error.message);
  }
});

test('a check that fails because the database is down reports that error', async () => {
  const other = await databaseOf(lectern);
  const attempt: Attempt = { kind: 'sign-in', account: 'away@example.org', ip: '198.51.100.4' };
  const guarded = node.guard(other.db, attempt, async () => {
    await other.close();
    throw new Error('the database is away');
  });
  await assert.rejects(guarded, { message: 'the database is away' });
});

test('requests for a code have limits by address; those from elsewhere do not lock the owner out', async () => {
  const request = async (account: string, ip: string): Promise<Outcome> => {
    try {
      await node.take(database.db, { kind: 'reset-request', account, ip });
      return 'right';
    } catch (error) {
      assert.ok(error instanceof Refusal && error.code === 'rate_limited');
      return error.retryAfter ?? 0;
    }
  };
  const outcomes = await all(40, (n) => request('mailbox@example.org', `192.0.2.${n}`));
  assert.equal(checkedIn(outcomes), 40);
  assert.equal(checkedIn(await all(20, () => request('mailbox@example.org', '198.51.100.8'))), 3);
  assert.equal(checkedIn(await all(150, (n) => request(`school-${n}@example.org`, '198.51.100.9'))), 100);
});
