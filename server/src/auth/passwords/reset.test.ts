import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeUser } from '../../../testing/group.ts';
import { openBrowser } from '../../../testing/people/browser.ts';
import { refused } from '../../../testing/refused.ts';
import { Keyring } from '../../platform/crypto.ts';
import { AttemptLimits } from '../attempts/attempts.ts';
import { makeCode, resetByCode } from './reset.ts';
import { codeIn, MailingServer } from './testing/mailing-server.ts';

let server: MailingServer;
before(async () => {
  server = await MailingServer.start({ LECTERN_RATE_LIMIT_PER_MINUTE: '1000000' });
});
after(() => server?.close());

/** A server with limits, which gets requests from any address. */
function withLimits() {
  const attempts = new AttemptLimits(undefined);
  const parts = { db: server.database.db, keyring: new Keyring(['a key of this test']), attempts };
  return {
    /** Asks for a code. @returns what an email would have */
    ask: async (email: string, ip: string) => {
      await attempts.take(server.database.db, { kind: 'reset-request', account: email, ip });
      return makeCode(parts, email);
    },
    guess: (email: string, { ip, code }: { ip: string; code: string }) => {
      const given = { email, code, password: 'the second password', ip };
      const attempt = { kind: 'reset-code', account: email, ip } as const;
      return attempts.guard(server.database.db, attempt, () => resetByCode(parts, given));
    },
  };
}

/** Ends the limits of this minute. */
const endMinute = () =>
  server.database.db
    .updateTable('sign_in_attempts')
    .set({ resets_at: new Date(Date.now() - 1000) })
    .where('resets_at', '<', new Date(Date.now() + 61_000))
    .execute();

test('strangers cannot keep the owner from a reset: by requests, by wrong codes, or by both', async () => {
  const { email } = await makeUser(server.lectern, 'forgetful');
  const { ask, guess } = withLimits();
  const codes: string[] = [];
  for (let n = 0; n < 30; n += 1) {
    const made = await ask(email, `203.0.113.${n}`);
    if (made) codes.push(made.code);
    await endMinute();
  }
  assert.deepEqual(codes, Array(10).fill(codes[0]));
  for (let n = 0; n < 60; n += 1) {
    await assert.rejects(guess(email, { ip: `203.0.113.${n}`, code: 'A'.repeat(8) }), { code: 'code_wrong' });
  }
  // The code in the mailbox is valid, and no other one is sent until it has expired.
  assert.equal(await ask(email, '198.51.100.1'), undefined);
  await server.database.db
    .updateTable('password_resets')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .execute();
  const late = await ask(email, '198.51.100.1');
  assert.ok(late);
  assert.equal(late.minutes, 60);
  await endMinute();
  assert.equal(await ask(email, '203.0.113.1'), undefined);
  assert.equal((await guess(email, { ip: '198.51.100.1', code: late.code })).user.email, email);
});

test('an account gets at most forty emails with a code in a day, also if guesses from many addresses end each', async () => {
  const { email } = await makeUser(server.lectern, 'flooded');
  const { ask } = withLimits();
  let sent = 0;
  for (let n = 0; n < 60; n += 1) {
    if (await ask(email, `203.0.113.${n}`)) sent += 1;
    await server.database.db.updateTable('password_resets').set({ guesses: 800 }).execute();
    await endMinute();
  }
  assert.equal(sent, 40);
});

test('while an account gets too many wrong passwords, a new address signs in with a code from the email', async () => {
  const body = { email: 'guessed@example.org', password: 'the right password' };
  await server.lectern
    .client(server.lectern.owner.clientToken)
    .createUser({ body: { ...body, username: 'Ann' } });
  const flood = async (account: string) => {
    const attempts = new AttemptLimits(undefined);
    for (let n = 0; n < 60; n += 1) {
      const attempt = { kind: 'sign-in', account, ip: `203.0.113.${n}` } as const;
      await attempts.guard(server.database.db, attempt, async () => undefined);
    }
  };
  const signIn = (more: Partial<typeof body> & { code?: string } = {}) =>
    openBrowser(server.lectern.url).api.createSession({ body: { ...body, ...more } });
  for (const email of [body.email, 'nobody@example.org']) {
    await flood(email);
    const { retryAfter } = await refused(signIn({ email }), 'sign_in_code_needed');
    assert.ok((retryAfter ?? 0) > 60, String(retryAfter));
  }
  await server.lectern.client().requestPasswordReset({ body: { email: body.email } });
  const code = codeIn(await server.mail.take(body.email));
  await refused(signIn({ code: 'A'.repeat(8) }), 'code_wrong');
  await refused(signIn({ code, password: 'a wrong password' }), 'sign_in_failed');
  assert.equal((await signIn({ code })).email, body.email);
  await refused(signIn({ code }), 'code_wrong');
  // The address is known now.
  await signIn();
});
