import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiError, Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { countLockWaiters, databaseOf } from '../../../testing/database.ts';
import { whileChanging } from '../../../testing/engines/while-changing.ts';
import { makeUser } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { openBrowser } from '../../../testing/people/browser.ts';
import { addedToLimits } from '../../../testing/people/sign-in-attempts.ts';
import { sendRaw } from '../../../testing/raw.ts';
import {
  type MailServer,
  type ReceivedEmail,
  startMailServer,
} from '../../../testing/receivers/mail-server.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { Keyring } from '../../platform/crypto.ts';
import type { Database, Db } from '../../platform/db/db.ts';
import { findUserByEmail, hashNewPassword, writeUser } from '../../users/users.ts';
import { AttemptLimits } from '../attempts/attempts.ts';
import { replacePassword } from './passwords.ts';
import { makeCode, resetByCode } from './reset.ts';

let mail: MailServer;
let lectern: Lectern;
let database: Database;
before(async () => {
  mail = await startMailServer();
  lectern = await startInProcess({ SMTP_URL: mail.url, LECTERN_MAIL_FROM: 'Lectern <lectern@example.org>' });
  // It reports the personal token that every test server starts with.
  await mail.take(lectern.owner.email);
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await mail?.close();
});

let count = 0;
async function someone(username = 'Ann') {
  count += 1;
  const email = `forgetful-${count}@example.org`;
  const password = 'the first password';
  const body = { email, password, username };
  await lectern.client(lectern.owner.clientToken).createUser({ body });
  return { email, password };
}

const codeIn = (email: ReceivedEmail): string =>
  /^([A-Z2-9]{8})$/m.exec(email.text.replaceAll('\r', ''))?.[1] ?? '';

async function codeFor(email: string, written = email): Promise<string> {
  await lectern.client().requestPasswordReset({ body: { email: written } });
  const code = codeIn(await mail.take(email));
  assert.match(code, /^[A-HJKMNP-Z2-9]{8}$/);
  return code;
}

const reset = (email: string, code: string, password = 'the second password') =>
  lectern.client().resetPassword({ body: { email, code, password } });
const signIn = async (email: string, password: string) => {
  const browser = openBrowser(lectern.url);
  await browser.api.createSession({ body: { email, password } });
  return browser;
};

test('a reset by code revokes sign-ins, personal tokens and the client secret; the email names them', async () => {
  const { email, password } = await someone();
  const browser = await signIn(email, password);
  const credentials = await everyCredential(browser.api, { email, password });
  await credentials.areAll('valid');
  const code = await codeFor(email, email.toUpperCase());
  await reset(email, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()} `);
  await credentials.areAll('revoked');
  await refused(browser.api.getOwnUser(), 'unauthorized');
  await refused(browser.api.refreshSession(), 'unauthorized');
  await refused(signIn(email, password), 'sign_in_failed');
  await refused(reset(email, code), 'code_wrong');
  const { text } = await mail.take(email);
  assert.match(text, /signed out everywhere/);
  assert.match(text, /Personal tokens revoked: 1\./);
  assert.match(text, /The client secret was revoked\b/);
  assert.match(text, /did not change the access links, invitations, members, webhooks and chat tokens/);
  assert.doesNotMatch(text, /everything/i);
  const { api } = await signIn(email, 'the second password');
  assert.deepEqual((await api.listPersonalTokens()).items, []);
  const { clientId, hasSecret } = await api.getClient();
  assert.deepEqual({ clientId, hasSecret }, { clientId: credentials.clientId, hasSecret: false });
});

test('the email about a reset names only what was revoked', async () => {
  const { email } = await someone();
  await reset(email, await codeFor(email));
  assert.doesNotMatch((await mail.take(email)).text, /tokens revoked|secret was revoked/i);
});

test("the email is text and HTML, in the reader's language, and contains no code in a URL", async () => {
  const name = 'Ann <img src=x onerror=alert(1)>\r\nBcc: everybody@example.org';
  const { email } = await someone(name);
  const ask = (language: string) =>
    sendRaw(lectern.url, {
      path: '/v1/auth/password-reset',
      type: 'application/json',
      body: JSON.stringify({ email }),
      headers: { 'accept-language': language },
    });
  assert.equal((await ask('en-GB,en;q=0.9')).status, 202);
  const english = await mail.take(email);
  assert.equal(english.headers.subject, 'Your password reset code');
  assert.match(english.headers.from ?? '', /Lectern <lectern@example\.org>/);
  assert.deepEqual(english.to, [email]);
  assert.equal(english.headers.bcc, undefined);
  assert.match(english.text, /Hello Ann <img src=x onerror=alert\(1\)> Bcc: everybody@example\.org,/);
  assert.doesNotMatch(english.html, /<img/);
  assert.match(english.html, /Hello Ann &lt;img/);
  assert.ok(english.html.includes(codeIn(english)));
  for (const [address] of `${english.text} ${english.html}`.matchAll(/https?:[^\s<"]*/g)) {
    assert.ok(!address.includes(codeIn(english)), address);
  }
  assert.equal((await ask('de, ru-RU;q=0.8, en;q=0.5')).status, 202);
  const russian = await mail.take(email);
  assert.equal(russian.headers.subject, 'Код для сброса пароля');
  assert.match(russian.text, /действует 15 минут/);
  assert.match(russian.html, /lang="ru"/);
});

/** Creates everything that somebody who knows the password can create, and what those credentials give in turn. */
async function everyCredential(api: Client, account: { email: string; password: string }) {
  const client = (token: string) => lectern.client(token);
  const { token } = await api.createPersonalToken({
    body: { name: 'program', currentPassword: account.password },
  });
  const { clientId, clientSecret } = await client(token).refreshClientSecret();
  const told = [await mail.take(account.email), await mail.take(account.email)];
  assert.deepEqual(told.map(({ headers }) => headers.subject).sort(), [
    'A new client secret was created',
    'A personal token was created',
  ]);
  const own = { client_id: clientId, client_secret: clientSecret };
  const asked = { client_id: lectern.owner.clientId, client_secret: lectern.owner.clientSecret };
  const other = await someone();
  const byPassword = (of: typeof account) =>
    ({ grant_type: 'password', username: of.email, password: of.password }) as const;
  const issue = (body: Body<'issueToken'>) => lectern.client().issueToken({ body });
  const forClient = await issue({ ...own, grant_type: 'client_credentials' });
  const ofOther = await issue({ ...own, ...byPassword(other) });
  const ofOwn = await issue({ ...own, ...byPassword(account) });
  const elsewhere = await issue({ ...asked, ...byPassword(account) });
  const isValid = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'valid',
      ({ code }: ApiError) => {
        assert.ok(['unauthorized', 'invalid_client', 'invalid_grant'].includes(code), code);
        return 'revoked';
      },
    );
  const found = async () => ({
    'personal token': await isValid(client(token).getOwnUser()),
    'client token': await isValid(client(forClient.access_token).findUsers({ query: { email: 'a@b.org' } })),
    "user token by the account's own client": await isValid(client(ofOwn.access_token).getOwnUser()),
    "user token by another account's client": await isValid(client(elsewhere.access_token).getOwnUser()),
    "another user's token by the account's client": await isValid(client(ofOther.access_token).getOwnUser()),
    'client secret': await isValid(issue({ ...own, grant_type: 'client_credentials' })),
  });
  const refresh = () =>
    isValid(issue({ ...asked, grant_type: 'refresh_token', refresh_token: elsewhere.refresh_token }));
  return {
    clientId,
    token,
    own,
    areAll: async (state: 'valid' | 'revoked') => {
      const states = await found();
      assert.deepEqual(states, Object.fromEntries(Object.keys(states).map((name) => [name, state])));
      // Renewing changes the tokens, so it comes last.
      if (state === 'revoked') assert.equal(await refresh(), 'revoked');
    },
    found,
  };
}

test('a wrong code gets the same response as an unknown account; five wrong ones use up the right one', async () => {
  const { email, password } = await someone();
  const code = await codeFor(email);
  const wrong = code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`;
  const first = await refused(reset(email, wrong), 'code_wrong');
  const nobody = await refused(reset('nobody@example.org', wrong), 'code_wrong');
  assert.equal(first.message, nobody.message);
  await Promise.all([1, 2, 3, 4].map(() => refused(reset(email, wrong), 'code_wrong')));
  await refused(reset(email, code), 'code_wrong');
  await signIn(email, password);
  await reset(email, await codeFor(email));
});

test("a common password or the account's email is refused as a new password, however it is set", async () => {
  const { email, password } = await someone();
  const { api } = await signIn(email, password);
  const code = await codeFor(email);
  for (const weak of ['password123', 'QWERTYUIOP', email.toUpperCase()]) {
    const made = { email: weak.includes('@') ? weak : `new-${email}`, password: weak, username: 'Ann' };
    const attempts = [
      () => reset(email, code, weak),
      () => api.changePassword({ body: { currentPassword: password, password: weak } }),
      () => lectern.client(lectern.owner.clientToken).createUser({ body: made }),
    ];
    for (const attempt of attempts) {
      const { details } = await refusedFields(attempt(), 'password');
      assert.match(details[0]?.message ?? '', /choose another/);
    }
  }
  await reset(email, code, 'the second password');
});

test('a weak new password uses up neither the code nor the allowed guesses', async () => {
  const { email } = await someone();
  const code = await codeFor(email);
  for (let n = 0; n < 6; n += 1) await refusedFields(reset(email, code, 'password123'), 'password');
  await refused(reset(email, 'A'.repeat(8), 'password123'), 'code_wrong');
  await reset(email, code);

  // The server of these tests runs without limits, so these counts need their own limits and keyring.
  const attempts = new AttemptLimits(undefined);
  const parts = { db: database.db, keyring: new Keyring(['a key of this test']), attempts };
  const attempt = { kind: 'reset-code', account: email, ip: '198.51.100.1' } as const;
  const made = await makeCode(parts, email);
  const weak = (typed = '') => {
    const given = { email, code: typed, password: 'password123', ip: attempt.ip };
    return attempts.guard(database.db, attempt, () => resetByCode(parts, given));
  };
  const right = () => assert.rejects(weak(made?.code), { code: 'validation_failed' });
  const wrong = () => assert.rejects(weak('A'.repeat(8)), { code: 'code_wrong' });
  assert.equal(await addedToLimits(database, right), 0);
  assert.equal(await addedToLimits(database, wrong), 3);
});

/** Ends the codes of all accounts, or moves their creation into the past. */
const changeCodes = (values: { expires_at?: Date; created_at?: Date }) =>
  database.db.updateTable('password_resets').set(values).execute();
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test('a code is sent again while it is valid; it expires, and a new one replaces it', async () => {
  const { email } = await someone();
  const first = await codeFor(email);
  assert.equal(await codeFor(email), first);
  await changeCodes({ expires_at: minutesAgo(1) });
  await refused(reset(email, first), 'code_wrong');
  const second = await codeFor(email);
  assert.notEqual(second, first);
  await changeCodes({ created_at: minutesAgo(46) });
  const third = await codeFor(email);
  assert.notEqual(third, second);
  const both = await Promise.allSettled([reset(email, third), reset(email, third)]);
  assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a code works for one account only and is stored as a hash', async () => {
  const [ann, ben] = [await someone(), await someone()];
  const code = await codeFor(ann.email);
  await codeFor(ben.email);
  await refused(reset(ben.email, code), 'code_wrong');
  const rows = await database.db.selectFrom('password_resets').selectAll().execute();
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes(code));
  assert.ok(!lectern.output().includes(code));
});

test('a request for a code does not reveal who has an account: the same response in the same time, and no email', async () => {
  const { email } = await someone();
  const times = { known: [] as number[], unknown: [] as number[] };
  const before = mail.emails.length;
  for (let round = 0; round < 9; round += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      const address = kind === 'known' ? email : `nobody-${round}@example.org`;
      const since = performance.now();
      const body = JSON.stringify({ email: address, code: 'ABCDEFGH', password: 'the second password' });
      const request = { path: '/v1/auth/password-reset', type: 'application/json', body };
      const asked = await sendRaw(lectern.url, request);
      assert.equal(asked.status, 202);
      assert.equal(asked.text, '{}');
      const guessed = await sendRaw(lectern.url, { ...request, method: 'PUT' });
      assert.equal(guessed.status, 422);
      times[kind].push(performance.now() - since);
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0;
  const ratio = median(times.unknown) / median(times.known);
  assert.ok(ratio > 0.5 && ratio < 2, `${ratio}`);
  for (const { to } of mail.emails.slice(before)) assert.deepEqual(to, [email]);
});

test('a changed password keeps the sign-in that asked, and an email reports it', async () => {
  const { email, password } = await someone();
  const [here, there] = [await signIn(email, password), await signIn(email, password)];
  const { token } = await here.api.createPersonalToken({
    body: { name: 'stays', currentPassword: password },
  });
  assert.equal((await mail.take(email)).headers.subject, 'A personal token was created');
  const change = (currentPassword: string) =>
    here.api.changePassword({ body: { currentPassword, password: 'another password' } });
  const wrong = await refused(change('not this one'), 'validation_failed');
  assert.deepEqual(
    wrong.details.map(({ path }) => path),
    ['currentPassword'],
  );
  await there.api.getOwnUser();
  await change(password);
  await here.api.getOwnUser();
  await refused(there.api.getOwnUser(), 'unauthorized');
  await refused(there.api.refreshSession(), 'unauthorized');
  await here.api.refreshSession();
  await lectern.client(token).getOwnUser();
  await refused(signIn(email, password), 'sign_in_failed');
  assert.equal((await mail.take(email)).headers.subject, 'Your password was changed');
});

test('a person who changes their password may also revoke personal tokens and the client secret', async () => {
  const { email, password } = await someone();
  const { api } = await signIn(email, password);
  const credentials = await everyCredential(api, { email, password });
  const change = (currentPassword: string, next: string, more: { revokesTokens?: boolean }) =>
    api.changePassword({ body: { currentPassword, password: next, ...more } });
  await change(password, 'the second password', { revokesTokens: false });
  const kept = await credentials.found();
  assert.deepEqual(kept, {
    'personal token': 'valid',
    'client token': 'valid',
    "user token by the account's own client": 'revoked',
    "user token by another account's client": 'revoked',
    "another user's token by the account's client": 'valid',
    'client secret': 'valid',
  });
  await change('the second password', 'the third password', { revokesTokens: true });
  await credentials.areAll('revoked');
  await api.getOwnUser();
  const changes = [await mail.take(email), await mail.take(email)];
  assert.ok(changes.every(({ headers }) => headers.subject === 'Your password was changed'));
  assert.deepEqual(
    changes
      .map(({ text }) => /Personal tokens revoked: 1\.[\s\S]*client secret was revoked/.test(text))
      .sort(),
    [false, true],
  );
});

test("an email in the reader's language reports a new personal token or client secret without its value", async () => {
  const { email, password } = await someone('Anna');
  const { cookies } = await signIn(email, password);
  const cookie = `accessToken=${cookies.get('accessToken')?.value}`;
  const ask = (path: string, language: string, more = {}) =>
    sendRaw(lectern.url, {
      path: `/v1/users/me/${path}`,
      type: 'application/json',
      body: JSON.stringify({ currentPassword: password, ...more }),
      headers: { cookie, origin: lectern.url, 'accept-language': language },
    });
  const made = await ask('tokens', 'en', { name: 'Moodle <b>\r\nof the school' });
  assert.equal(made.status, 201, made.text);
  const english = await mail.take(email);
  assert.equal(english.headers.subject, 'A personal token was created');
  assert.match(english.text, /“Moodle <b> of the school”/);
  assert.match(english.text, new RegExp(`${new Date().getUTCFullYear()}.* UTC`));
  assert.match(english.html, /Moodle &lt;b&gt; of the school/);
  const secret = await ask('client/refresh-secret', 'ru');
  assert.equal(secret.status, 200, secret.text);
  const russian = await mail.take(email);
  assert.equal(russian.headers.subject, 'Создан новый секрет клиента');
  assert.match(russian.text, /UTC/);
  for (const { raw, text, html } of [english, russian]) {
    for (const value of [made.body.token, secret.body.clientSecret]) {
      assert.ok(![raw, text, html].some((part) => part.includes(String(value))));
    }
  }
});

test('a cookie session creates a token or a secret only with the current password', async () => {
  const { email, password } = await someone();
  const { api } = await signIn(email, password);
  const { clientId } = await api.refreshClientSecret({ body: { currentPassword: password } });
  for (const currentPassword of [undefined, '', 'not this one']) {
    const proof = currentPassword === undefined ? {} : { currentPassword };
    await refusedFields(api.createPersonalToken({ body: { name: 'x', ...proof } }), 'currentPassword');
    await refusedFields(api.refreshClientSecret({ body: proof }), 'currentPassword');
  }
  assert.deepEqual((await api.listPersonalTokens()).items, []);
  assert.deepEqual(await api.getClient(), { clientId, hasSecret: true });
  const { token } = await api.createPersonalToken({ body: { name: 'x', currentPassword: password } });
  // A program has no password: its token is the proof.
  const program = lectern.client(token);
  await program.createPersonalToken({ body: { name: 'y' } });
  await program.refreshClientSecret();
});

test('a credential that is revoked at this moment cannot create another one', async () => {
  const { email, password } = await someone();
  const user = await findUserByEmail(database.db, email);
  const { api } = await signIn(email, password);
  const made = async () => {
    const { token } = await api.createPersonalToken({ body: { name: 'x', currentPassword: password } });
    return lectern.client(token);
  };
  const revoke = (trx: Db) =>
    replacePassword(
      trx,
      { id: user?.id ?? '' },
      { passwordHash: user?.password_hash ?? '', revokesTokens: true },
    );
  const byToken = await made();
  await whileChanging(database, revoke, () =>
    refused(byToken.createPersonalToken({ body: { name: 'y' } }), 'unauthorized'),
  );
  const again = await signIn(email, password);
  const { token } = await again.api.createPersonalToken({ body: { name: 'x', currentPassword: password } });
  await whileChanging(database, revoke, () =>
    refused(lectern.client(token).refreshClientSecret(), 'unauthorized'),
  );
  const third = await signIn(email, password);
  await whileChanging(database, revoke, () =>
    refused(
      third.api.createPersonalToken({ body: { name: 'z', currentPassword: password } }),
      'unauthorized',
    ),
  );
  const rows = await database.db.selectFrom('personal_tokens').select('user_id').execute();
  assert.ok(rows.every(({ user_id }) => user_id !== user?.id));
});

test('a sign-in with the old password waits for the password change under way, and fails', async () => {
  const { email, password } = await someone();
  const user = await findUserByEmail(database.db, email);
  const passwordHash = await hashNewPassword({ password: 'another password' }, '');
  const client = { client_id: lectern.owner.clientId, client_secret: lectern.owner.clientSecret };
  const told: string[] = [];
  const note = (attempt: Promise<unknown>) =>
    attempt.then(
      () => told.push('in'),
      (error: { code: string }) => told.push(error.code),
    );
  const attempts: Promise<unknown>[] = [];
  await database.db.transaction().execute(async (trx) => {
    await replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
    const body = { ...client, grant_type: 'password' as const, username: email, password };
    attempts.push(note(signIn(email, password)), note(lectern.client().issueToken({ body })));
    const waiting = async () => (await countLockWaiters(trx)) + told.length >= 2;
    await waitUntil(waiting, { timeout: 20_000, message: 'both sign-ins to wait, or to be through' });
  });
  await Promise.all(attempts);
  assert.deepEqual(told.sort(), ['invalid_grant', 'sign_in_failed']);
  await signIn(email, 'another password');
});

test('a request that was proven by the old password is refused if the password changes meanwhile', async () => {
  const { email, password } = await someone();
  const [api, user] = [(await signIn(email, password)).api, await findUserByEmail(database.db, email)];
  const passwordHash = await hashNewPassword({ password: 'the password of the reset' }, '');
  const reset = (trx: Db) =>
    replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
  const ofThief = { currentPassword: password, password: 'the password of a thief' };
  await whileChanging(database, reset, () =>
    refusedFields(api.changePassword({ body: ofThief }), 'currentPassword'),
  );
  await signIn(email, 'the password of the reset');
});

test('a new email that was proven by the old password is refused if the password changes meanwhile', async () => {
  const { email, password } = await someone();
  const [api, user] = [(await signIn(email, password)).api, await findUserByEmail(database.db, email)];
  const passwordHash = await hashNewPassword({ password: 'the password of the reset' }, '');
  const reset = (trx: Db) =>
    replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
  const ofThief = { currentPassword: password, email: `thief-of-${email}` };
  await whileChanging(database, reset, () =>
    refusedFields(api.updateOwnUser({ body: ofThief }), 'currentPassword'),
  );
  await signIn(email, 'the password of the reset');
});

test('an account needs the password to take back the email that it just left', async () => {
  const { email, password } = await someone();
  const [api, user] = [(await signIn(email, password)).api, await findUserByEmail(database.db, email)];
  const other = `moved-on-${email}`;
  const move = (trx: Db) => writeUser(trx, user?.id ?? '', { email: other });
  const back = () => refusedFields(api.updateOwnUser({ body: { email } }), 'currentPassword');
  await whileChanging(database, move, back);
  await signIn(other, password);
});

test('no code is created for an email that the account leaves at this moment', async () => {
  const { email, password } = await someone();
  const user = await findUserByEmail(database.db, email);
  const other = `left-${email}`;
  const parts = {
    db: database.db,
    keyring: new Keyring(['a key of this test']),
    attempts: new AttemptLimits(0),
  };
  const move = (trx: Db) => writeUser(trx, user?.id ?? '', { email: other });
  assert.equal(await whileChanging(database, move, () => makeCode(parts, email)), undefined);
  const rows = await database.db.selectFrom('password_resets').select('user_id').execute();
  assert.ok(rows.every(({ user_id }) => user_id !== user?.id));
  await signIn(other, password);
});

test('a code does not work for an account that is disabled at this moment', async () => {
  const { email } = await someone();
  const [code, user] = [await codeFor(email), await findUserByEmail(database.db, email)];
  const switchOff = (trx: Db) => writeUser(trx, user?.id ?? '', { disabled_at: new Date() });
  await whileChanging(database, switchOff, () => refused(reset(email, code), 'code_wrong'));
  const held = await findUserByEmail(database.db, email);
  assert.equal(held?.password_hash, user?.password_hash);
});

test('a new email needs the password, and the old address is notified', async () => {
  const { email, password } = await someone();
  const { api } = await signIn(email, password);
  const code = await codeFor(email);
  const other = `moved-${email}`;
  const change = (body: { currentPassword?: string; email: string }) => api.updateOwnUser({ body });
  for (const body of [{ email: other }, { email: other, currentPassword: 'wrong' }]) {
    const { details } = await refused(change(body), 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['currentPassword'],
    );
  }
  const taken = { email: lectern.owner.email.toUpperCase() };
  await refused(change({ ...taken, currentPassword: password }), 'email_taken');
  assert.equal((await change({ email: other, currentPassword: password })).email, other);
  const received = await mail.take(email);
  assert.equal(received.headers.subject, 'Your email address was changed');
  assert.ok(received.text.includes(other));
  await refused(reset(other, code), 'code_wrong');
  await refused(signIn(email, password), 'sign_in_failed');
  await signIn(other, password);
  // The same address in another case counts as unchanged.
  await change({ email: other.replace('moved', 'Moved') });
});

test('a disabled account gets no code, and a code that it has does not work', async () => {
  const member = await makeUser(lectern, 'soon-disabled');
  const code = await codeFor(member.email);
  await database.db
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', member.id)
    .execute();
  await refused(reset(member.email, code), 'code_wrong');
  const before = mail.emails.length;
  await lectern.client().requestPasswordReset({ body: { email: member.email } });
  const { email } = await someone();
  await codeFor(email);
  assert.ok(mail.emails.slice(before).every(({ to }) => !to.includes(member.email)));
});
