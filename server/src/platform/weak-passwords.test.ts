import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainWeakness } from './weak-passwords.ts';

test('common passwords are refused in any case and also backwards', () => {
  const common = [
    'password',
    'Password1',
    'QWERTYUIOP',
    '12345678',
    '87654321',
    'iloveyou1',
    '1qaz2wsx',
    'P@ssw0rd',
  ];
  for (const password of common) assert.match(explainWeakness({ password }) ?? '', /common/, password);
  for (const password of ['correct horse battery', 'пароль-😀', 'a quiet place to learn', 'Xk3-9fQ!a']) {
    assert.equal(explainWeakness({ password }), undefined, password);
  }
});

test("the account's email address and the name in it are refused", () => {
  const email = 'Anna.Petrova@example.org';
  for (const password of [email, email.toLowerCase(), 'anna.petrova']) {
    assert.match(explainWeakness({ password, email }) ?? '', /email/, password);
  }
  assert.equal(explainWeakness({ password: 'anna.petrova-2', email }), undefined);
  assert.equal(explainWeakness({ password: 'anna.petrova' }), undefined);
});
