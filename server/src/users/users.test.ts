import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Body } from '../../../contract/routes.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess();
});
after(() => lectern?.remove());

let count = 0;
const person = (more: Partial<Body<'createUser'>> = {}): Body<'createUser'> => {
  count += 1;
  return { email: `person-${count}@example.org`, password: 'a good password', username: 'Anna', ...more };
};
const create = (body: Body<'createUser'>, idempotencyKey?: string) =>
  lectern
    .client(lectern.owner.clientToken)
    .createUser({ body }, idempotencyKey === undefined ? {} : { idempotencyKey });
const signIn = (username: string, password: string) =>
  lectern.client().issueToken({
    body: {
      client_id: lectern.owner.clientId,
      client_secret: lectern.owner.clientSecret,
      grant_type: 'password',
      username,
      password,
    },
  });

test('a user can be created with a client token and signs in', async () => {
  const body = person({ phone: '+7 (495) 123-45-67', captchaToken: 'ignored' });
  const user = await create(body);
  assert.match(user.id, /^[0-9a-f]{24}$/);
  assert.deepEqual(user, {
    id: user.id,
    email: body.email,
    username: 'Anna',
    phone: '+74951234567',
    createdAt: user.createdAt,
  });
  assert.match(user.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const { access_token } = await signIn(body.email, body.password);
  const { items } = await lectern.client(access_token).listSpaces();
  assert.deepEqual(items, []);
});

test('names need not be unique; email addresses must be, without case', async () => {
  const first = person();
  await create(first);
  await create(person({ username: first.username }));
  await refused(create(person({ email: first.email })), 'email_taken');
  await refused(create(person({ email: first.email.toUpperCase() })), 'email_taken');
});

test('an address of an international domain is one account, however it is written', async () => {
  const { email, password } = person();
  const [name = ''] = email.split('@');
  const user = await create(person({ email: `${name}@Почта.рф`, password }));
  assert.equal(user.email, `${name}@xn--80a1acny.xn--p1ai`);
  await refused(create(person({ email: user.email })), 'email_taken');
  const { access_token } = await signIn(`${name}@ПОЧТА.РФ`, password);
  assert.equal((await lectern.client(access_token).getOwnUser()).id, user.id);
});

test('of many concurrent requests for one email address one succeeds', async () => {
  const { email } = person();
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => create(person({ email }))));
  assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of all) {
    if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'email_taken');
  }
});

test('empty optional texts count as absent; unknown fields are ignored', async () => {
  const body = JSON.stringify({ ...person(), phone: '', captchaToken: '', locale: 'ru', password2: 5 });
  const answer = await sendRaw(lectern.url, {
    path: '/v1/users/',
    token: lectern.owner.clientToken,
    type: 'text/plain',
    body,
  });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.body.phone, null);
});

test('lengths are counted in code points', async () => {
  const body = person({ username: '😀'.repeat(100), password: 'пароль-😀' });
  const user = await create(body);
  assert.equal(user.username, '😀'.repeat(100));
  await signIn(body.email, body.password);
});

test('the same Idempotency-Key returns the first response, and conflicts with another body', async () => {
  const body = person();
  const first = await create(body, 'key-1');
  assert.deepEqual(await create(body, 'key-1'), first);
  await refused(create({ ...body, password: 'another password' }, 'key-1'), 'idempotency_key_reused');
  await refused(create(body, 'key-2'), 'email_taken');
  const together = person();
  const all = await Promise.all(Array.from({ length: 5 }, () => create(together, 'key-3')));
  assert.equal(new Set(all.map(({ id }) => id)).size, 1);
});
