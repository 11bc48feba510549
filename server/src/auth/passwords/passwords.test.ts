import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiError, Client } from '../../../../contract/client/index.ts';
import type { Body } from '../../../../contract/routes.ts';
import { countLockWaiters } from '../../../testing/database.ts';
import { whileChanging } from '../../../testing/engines/while-changing.ts';
import { sendRaw } from '../../../testing/raw.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Db } from '../../platform/db/db.ts';
import { hashNewPassword } from '../../platform/passwords.ts';
import { findUserByEmail, writeUser } from '../../users/users.ts';
import { replacePassword } from './passwords.ts';
import { codeIn, MailingServer } from './testing/mailing-server.ts';

let server: MailingServer;
before(async () => {
  server = await MailingServer.start();
});
after(() => server?.close());

test('a reset by code revokes sign-ins, personal tokens and the client secret; the email names them', async () => {
  const { email, password } = await server.someone();
  const browser = await server.signIn(email, password);
  const credentials = await everyCredential(browser.api, { email, password });
  await credentials.areAll('valid');
  const code = await server.codeFor(email, email.toUpperCase());
  await server.reset(email, `${code.slice(0, 4)}-${code.slice(4).toLowerCase()} `);
  await credentials.areAll('revoked');
  await refused(browser.api.getOwnUser(), 'unauthorized');
  await refused(browser.api.refreshSession(), 'unauthorized');
  await refused(server.signIn(email, password), 'sign_in_failed');
  await refused(server.reset(email, code), 'code_wrong');
  const { text } = await server.mail.take(email);
  assert.match(text, /signed out everywhere/);
  assert.match(text, /Personal tokens revoked: 1\./);
  assert.match(text, /The client secret was revoked\b/);
  assert.match(
    text,
    /did not change the tokens, access links, invitations, members, webhooks and chat tokens/,
  );
  assert.doesNotMatch(text, /everything/i);
  const { api } = await server.signIn(email, 'the second password');
  assert.deepEqual((await api.listPersonalTokens()).items, []);
  const { clientId, hasSecret } = await api.getClient();
  assert.deepEqual({ clientId, hasSecret }, { clientId: credentials.clientId, hasSecret: false });
});

test('the email about a reset names only what was revoked', async () => {
  const { email } = await server.someone();
  await server.reset(email, await server.codeFor(email));
  assert.doesNotMatch((await server.mail.take(email)).text, /tokens revoked|secret was revoked/i);
});

test("the email is text and HTML, in the reader's language, and contains no code in a URL", async () => {
  const name = 'Ann <img src=x onerror=alert(1)>\r\nBcc: everybody@example.org';
  const { email } = await server.someone(name);
  const ask = (language: string) =>
    sendRaw(server.lectern.url, {
      path: '/v1/auth/password-reset',
      type: 'application/json',
      body: JSON.stringify({ email }),
      headers: { 'accept-language': language },
    });
  assert.equal((await ask('en-GB,en;q=0.9')).status, 202);
  const english = await server.mail.take(email);
  assert.equal(english.headers.subject, 'Your code to sign in or set a new password');
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
  const russian = await server.mail.take(email);
  assert.equal(russian.headers.subject, 'Код для входа или нового пароля');
  assert.match(russian.text, /действует 15 минут/);
  assert.match(russian.html, /lang="ru"/);
});

/** Creates everything that somebody who knows the password can create, and what those credentials give in turn. */
async function everyCredential(api: Client, account: { email: string; password: string }) {
  const client = (token: string) => server.lectern.client(token);
  const { token } = await api.createPersonalToken({
    body: { name: 'program', currentPassword: account.password },
  });
  const { clientId, clientSecret } = await client(token).refreshClientSecret();
  const told = [await server.mail.take(account.email), await server.mail.take(account.email)];
  assert.deepEqual(told.map(({ headers }) => headers.subject).sort(), [
    'A new client secret was created',
    'A personal token was created',
  ]);
  const own = { client_id: clientId, client_secret: clientSecret };
  const asked = {
    client_id: server.lectern.owner.clientId,
    client_secret: server.lectern.owner.clientSecret,
  };
  const other = await server.someone();
  const byPassword = (of: typeof account) =>
    ({ grant_type: 'password', username: of.email, password: of.password }) as const;
  const issue = (body: Body<'issueToken'>) => server.lectern.client().issueToken({ body });
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

test("a common password or the account's email is refused as a new password, however it is set", async () => {
  const { email, password } = await server.someone();
  const { api } = await server.signIn(email, password);
  const code = await server.codeFor(email);
  for (const weak of ['password123', 'QWERTYUIOP', email.toUpperCase()]) {
    const made = { email: weak.includes('@') ? weak : `new-${email}`, password: weak, username: 'Ann' };
    const attempts = [
      () => server.reset(email, code, weak),
      () => api.changePassword({ body: { currentPassword: password, password: weak } }),
      () => server.lectern.client(server.lectern.owner.clientToken).createUser({ body: made }),
    ];
    for (const attempt of attempts) {
      const { details } = await refusedFields(attempt(), 'password');
      assert.match(details[0]?.message ?? '', /choose another/);
    }
  }
  await server.reset(email, code, 'the second password');
});

test('a changed password keeps the sign-in that asked, and an email reports it', async () => {
  const { email, password } = await server.someone();
  const [here, there] = [await server.signIn(email, password), await server.signIn(email, password)];
  const { token } = await here.api.createPersonalToken({
    body: { name: 'stays', currentPassword: password },
  });
  assert.equal((await server.mail.take(email)).headers.subject, 'A personal token was created');
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
  await server.lectern.client(token).getOwnUser();
  await refused(server.signIn(email, password), 'sign_in_failed');
  assert.equal((await server.mail.take(email)).headers.subject, 'Your password was changed');
});

test('a person who changes their password may also revoke personal tokens and the client secret', async () => {
  const { email, password } = await server.someone();
  const { api } = await server.signIn(email, password);
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
  const changes = [await server.mail.take(email), await server.mail.take(email)];
  assert.ok(changes.every(({ headers }) => headers.subject === 'Your password was changed'));
  assert.deepEqual(
    changes
      .map(({ text }) => /Personal tokens revoked: 1\.[\s\S]*client secret was revoked/.test(text))
      .sort(),
    [false, true],
  );
});

test("an email in the reader's language reports a new personal token or client secret without its value", async () => {
  const { email, password } = await server.someone('Anna');
  const { cookies } = await server.signIn(email, password);
  const cookie = `accessToken=${cookies.get('accessToken')?.value}`;
  const ask = (path: string, language: string, more = {}) =>
    sendRaw(server.lectern.url, {
      path: `/v1/users/me/${path}`,
      type: 'application/json',
      body: JSON.stringify({ currentPassword: password, ...more }),
      headers: { cookie, origin: server.lectern.url, 'accept-language': language },
    });
  const made = await ask('tokens', 'en', { name: 'Moodle <b>\r\nof the school' });
  assert.equal(made.status, 201, made.text);
  const english = await server.mail.take(email);
  assert.equal(english.headers.subject, 'A personal token was created');
  assert.match(english.text, /“Moodle <b> of the school”/);
  assert.match(english.text, new RegExp(`${new Date().getUTCFullYear()}.* UTC`));
  assert.match(english.html, /Moodle &lt;b&gt; of the school/);
  const secret = await ask('client/refresh-secret', 'ru');
  assert.equal(secret.status, 200, secret.text);
  const russian = await server.mail.take(email);
  assert.equal(russian.headers.subject, 'Создан новый секрет клиента');
  assert.match(russian.text, /UTC/);
  for (const { raw, text, html } of [english, russian]) {
    for (const value of [made.body.token, secret.body.clientSecret]) {
      assert.ok(![raw, text, html].some((part) => part.includes(String(value))));
    }
  }
});

test('a cookie session creates a token or a secret only with the current password', async () => {
  const { email, password } = await server.someone();
  const { api } = await server.signIn(email, password);
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
  const program = server.lectern.client(token);
  await program.createPersonalToken({ body: { name: 'y' } });
  await program.refreshClientSecret();
});

test('a credential that is revoked at this moment cannot create another one', async () => {
  const { email, password } = await server.someone();
  const user = await findUserByEmail(server.database.db, email);
  const { api } = await server.signIn(email, password);
  const made = async () => {
    const { token } = await api.createPersonalToken({ body: { name: 'x', currentPassword: password } });
    return server.lectern.client(token);
  };
  const revoke = (trx: Db) =>
    replacePassword(
      trx,
      { id: user?.id ?? '' },
      { passwordHash: user?.password_hash ?? '', revokesTokens: true },
    );
  const byToken = await made();
  await whileChanging(server.database, revoke, () =>
    refused(byToken.createPersonalToken({ body: { name: 'y' } }), 'unauthorized'),
  );
  const again = await server.signIn(email, password);
  const { token } = await again.api.createPersonalToken({ body: { name: 'x', currentPassword: password } });
  await whileChanging(server.database, revoke, () =>
    refused(server.lectern.client(token).refreshClientSecret(), 'unauthorized'),
  );
  const third = await server.signIn(email, password);
  await whileChanging(server.database, revoke, () =>
    refused(
      third.api.createPersonalToken({ body: { name: 'z', currentPassword: password } }),
      'unauthorized',
    ),
  );
  const rows = await server.database.db.selectFrom('personal_tokens').select('user_id').execute();
  assert.ok(rows.every(({ user_id }) => user_id !== user?.id));
});

test('a sign-in with the old password waits for the password change under way, and fails', async () => {
  const { email, password } = await server.someone();
  const user = await findUserByEmail(server.database.db, email);
  const passwordHash = await hashNewPassword({ password: 'another password' }, '');
  const client = {
    client_id: server.lectern.owner.clientId,
    client_secret: server.lectern.owner.clientSecret,
  };
  const told: string[] = [];
  const note = (attempt: Promise<unknown>) =>
    attempt.then(
      () => told.push('in'),
      (error: { code: string }) => told.push(error.code),
    );
  const attempts: Promise<unknown>[] = [];
  await server.database.db.transaction().execute(async (trx) => {
    await replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
    const body = { ...client, grant_type: 'password' as const, username: email, password };
    attempts.push(note(server.signIn(email, password)), note(server.lectern.client().issueToken({ body })));
    const waiting = async () => (await countLockWaiters(trx)) + told.length >= 2;
    await waitUntil(waiting, { timeout: 20_000, message: 'both sign-ins to wait, or to be through' });
  });
  await Promise.all(attempts);
  assert.deepEqual(told.sort(), ['invalid_grant', 'sign_in_failed']);
  await server.signIn(email, 'another password');
});

test('a request that was proven by the old password is refused if the password changes meanwhile', async () => {
  const { email, password } = await server.someone();
  const [api, user] = [
    (await server.signIn(email, password)).api,
    await findUserByEmail(server.database.db, email),
  ];
  const passwordHash = await hashNewPassword({ password: 'the password of the reset' }, '');
  const reset = (trx: Db) =>
    replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
  const ofThief = { currentPassword: password, password: 'the password of a thief' };
  await whileChanging(server.database, reset, () =>
    refusedFields(api.changePassword({ body: ofThief }), 'currentPassword'),
  );
  await server.signIn(email, 'the password of the reset');
});

test('a new email that was proven by the old password is refused if the password changes meanwhile', async () => {
  const { email, password } = await server.someone();
  const [api, user] = [
    (await server.signIn(email, password)).api,
    await findUserByEmail(server.database.db, email),
  ];
  const passwordHash = await hashNewPassword({ password: 'the password of the reset' }, '');
  const reset = (trx: Db) =>
    replacePassword(trx, { id: user?.id ?? '' }, { passwordHash, revokesTokens: true });
  const ofThief = { currentPassword: password, email: `thief-of-${email}` };
  await whileChanging(server.database, reset, () =>
    refusedFields(api.updateOwnUser({ body: ofThief }), 'currentPassword'),
  );
  await server.signIn(email, 'the password of the reset');
});

test('an account needs the password to take back the email that it just left', async () => {
  const { email, password } = await server.someone();
  const [api, user] = [
    (await server.signIn(email, password)).api,
    await findUserByEmail(server.database.db, email),
  ];
  const other = `moved-on-${email}`;
  const move = (trx: Db) => writeUser(trx, user?.id ?? '', { email: other });
  const back = () => refusedFields(api.updateOwnUser({ body: { email } }), 'currentPassword');
  await whileChanging(server.database, move, back);
  await server.signIn(other, password);
});

test('a new email needs the password, and the old address is notified', async () => {
  const { email, password } = await server.someone();
  const { api } = await server.signIn(email, password);
  const code = await server.codeFor(email);
  const other = `moved-${email}`;
  const change = (body: { currentPassword?: string; email: string }) => api.updateOwnUser({ body });
  for (const body of [{ email: other }, { email: other, currentPassword: 'wrong' }]) {
    const { details } = await refused(change(body), 'validation_failed');
    assert.deepEqual(
      details.map(({ path }) => path),
      ['currentPassword'],
    );
  }
  const taken = { email: server.lectern.owner.email.toUpperCase() };
  await refused(change({ ...taken, currentPassword: password }), 'email_taken');
  assert.equal((await change({ email: other, currentPassword: password })).email, other);
  const received = await server.mail.take(email);
  assert.equal(received.headers.subject, 'Your email address was changed');
  assert.ok(received.text.includes(other));
  await refused(server.reset(other, code), 'code_wrong');
  await refused(server.signIn(email, password), 'sign_in_failed');
  await server.signIn(other, password);
  // The same address in another case counts as unchanged.
  await change({ email: other.replace('moved', 'Moved') });
});
