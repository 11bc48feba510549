import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { whileChanging } from '../../../testing/engines/while-changing.ts';
import { makeUser } from '../../../testing/group.ts';
import { addedToLimits } from '../../../testing/people/sign-in-attempts.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { Keyring } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { findUserByEmail, writeUser } from '../../users/users.ts';
import { AttemptLimits } from '../attempts/attempts.ts';
import { makeCode, resetByCode } from './reset.ts';
import { MailingServer } from './testing/mailing-server.ts';

let server: MailingServer;
before(async () => {
  server = await MailingServer.start();
});
after(() => server?.close());

test('a wrong code gets the same response as an unknown account; five wrong ones use up the right one', async () => {
  const { email, password } = await server.someone();
  const code = await server.codeFor(email);
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`;
  const first = await refused(server.reset(email, wrong), 'code_wrong');
  const nobody = await refused(server.reset('nobody@example.org', wrong), 'code_wrong');
  assert.equal(first.message, nobody.message);
  await Promise.all([1, 2, 3, 4].map(() => refused(server.reset(email, wrong), 'code_wrong')));
  await refused(server.reset(email, code), 'code_wrong');
  await server.signIn(email, password);
  await server.reset(email, await server.codeFor(email));
});

test('a weak new password uses up neither the code nor the allowed guesses', async () => {
  const { email } = await server.someone();
  const code = await server.codeFor(email);
  for (let n = 0; n < 6; n += 1) await refusedFields(server.reset(email, code, 'password123'), 'password');
  await refused(server.reset(email, 'A'.repeat(8), 'password123'), 'code_wrong');
  await server.reset(email, code);

  // The server of these tests runs without limits, so these counts need their own limits and keyring.
  const attempts = new AttemptLimits(undefined);
  const parts = { db: server.database.db, keyring: new Keyring(['a key of this test']), attempts };
  const attempt = { kind: 'reset-code', account: email, ip: '198.51.100.1' } as const;
  const made = await makeCode(parts, email);
  const weak = (typed = '') => {
    const given = { email, code: typed, password: 'password123', ip: attempt.ip };
    return attempts.guard(server.database.db, attempt, () => resetByCode(parts, given));
  };
  const right = () => assert.rejects(weak(made?.code), { code: 'validation_failed' });
  const wrong = () => assert.rejects(weak('A'.repeat(8)), { code: 'code_wrong' });
  assert.equal(await addedToLimits(server.database, right), 0);
  assert.equal(await addedToLimits(server.database, wrong), 3);
});

/** Ends the codes of all accounts, or moves their creation into the past. */
const changeCodes = (values: { expires_at?: Date; created_at?: Date }) =>
  server.database.db.updateTable('password_resets').set(values).execute();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('a code is sent again while it is valid; it expires, and a new one replaces it', async () => {
  const { email } = await server.someone();
  const first = await server.codeFor(email);
  assert.equal(await server.codeFor(email), first);
  await changeCodes({ expires_at: minutesAgo(1) });
  await refused(server.reset(email, first), 'code_wrong');
  const second = await server.codeFor(email);
  assert.notEqual(second, first);
  await changeCodes({ created_at: minutesAgo(46) });
  const third = await server.codeFor(email);
  assert.notEqual(third, second);
  const both = await Promise.allSettled([server.reset(email, third), server.reset(email, third)]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a code works for one account only and is stored as a hash', async () => {
  const [ann, ben] = [await server.someone(), await server.someone()];
  const code = await server.codeFor(ann.email);
  await server.codeFor(ben.email);
  await refused(server.reset(ben.email, code), 'code_wrong');
  const rows = await server.database.db.selectFrom('password_resets').selectAll().execute();
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes(code));
  assert.ok(!server.lectern.output().includes(code));
});

test('a request for a code does not reveal who has an account: the same response in the same time, and no email', async () => {
  const { email: known } = await server.someone();
  const before = server.mail.emails.length;
  const timesOf = async (email: string) => {
    const body = JSON.stringify({ email, code: 'ABCDEFGH', password: 'the second password' });
    const request = { path: '/v1/auth/password-reset', type: 'application/json', body };
    const timed = async (method?: 'PUT') => {
      const since = performance.now();
      const response = await sendRaw(server.lectern.url, { ...request, ...(method && { method }) });
      return { ...response, ms: performance.now() - since };
    };
    const asked = await timed();
    // The mail server of this test shares the process: its work would count in the requests that follow.
    if (email === known) await server.mail.take(known);
    const guessed = await timed('PUT');
    assert.deepEqual([asked.status, asked.text, guessed.status], [202, '{}', 422]);
    return { asked: asked.ms, guessed: guessed.ms };
  };
  const rounds: Record<'known' | 'unknown', Awaited<ReturnType<typeof timesOf>>>[] = [];
  for (let round = 0; round < 24; round += 1) {
    rounds.push({
      known: await timesOf(known),
      unknown: await timesOf(`nobody-${round}@example.org`),
    });
  }
  for (const [what, most] of [
    ['asked', 1.5],
    ['guessed', 2],
  ] as const) {
    // A busy machine only makes a request slower.
    const quickest = (kind: 'known' | 'unknown') => Math.min(...rounds.map((round) => round[kind][what]));
    const ratio = quickest('unknown') / quickest('known');
    assert.ok(ratio > 1 / most && ratio < most, `${what}: ${ratio}`);
  }
  for (const { to } of server.mail.emails.slice(before)) assert.deepEqual(to, [known]);
});

test('no code is created for an email that the account leaves at this moment', async () => {
  const { email, password } = await server.someone();
  const user = await findUserByEmail(server.database.db, email);
  const other = `left-${email}`;
  const parts = {
    db: server.database.db,
    keyring: new Keyring(['a key of this test']),
    attempts: new AttemptLimits(0),
  };
  const move = (trx: Db) => writeUser(trx, user?.id ?? '', { email: other });
  assert.equal(await whileChanging(server.database, move, () => makeCode(parts, email)), undefined);
  const rows = await server.database.db.selectFrom('password_resets').select('user_id').execute();
  assert.ok(rows.every(({ user_id }) => user_id !== user?.id));
  await server.signIn(other, password);
});

test('a code does not work for an account that is disabled at this moment', async () => {
  const { email } = await server.someone();
  const [code, user] = [await server.codeFor(email), await findUserByEmail(server.database.db, email)];
  const switchOff = (trx: Db) => writeUser(trx, user?.id ?? '', { disabled_at: new Date() });
  await whileChanging(server.database, switchOff, () => refused(server.reset(email, code), 'code_wrong'));
  const held = await findUserByEmail(server.database.db, email);
  assert.equal(held?.password_hash, user?.password_hash);
});

test('a disabled account gets no code, and a code that it has does not work', async () => {
  const member = await makeUser(server.lectern, 'soon-disabled');
  const code = await server.codeFor(member.email);
  await server.database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', member.id)
    .execute();
  await refused(server.reset(member.email, code), 'code_wrong');
  const before = server.mail.emails.length;
  await server.lectern.client().requestPasswordReset({ body: { email: member.email } });
  const { email } = await server.someone();
  await server.codeFor(email);
  assert.ok(server.mail.emails.slice(before).every(({ to }) => !to.includes(member.email)));
});
