import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailFault, emptyFault, nameFault, passwordFault, phoneFault, signInFault } from './rules.ts';

test('an email address is one that the server accepts', () => {
  assert.equal(emailFault(' anna@example.org '), undefined);
  assert.equal(emailFault('anna@почта.рф'), undefined);
  assert.equal(emailFault('  '), 'missing');
  for (const bad of ['anna', '@example.org', 'anna@', 'a b@c', 'a@b@c', 'a@b', `${'a'.repeat(250)}@b.co`]) {
    assert.equal(emailFault(bad), 'bad', bad);
  }
});

test('lengths are counted in code points', () => {
  assert.equal(passwordFault('👩‍🎓'.repeat(2)), 'short');
  assert.equal(passwordFault('пароль12'), undefined);
  assert.equal(passwordFault('😀'.repeat(8)), undefined);
  assert.equal(passwordFault('😀'.repeat(128)), undefined);
  assert.equal(passwordFault('😀'.repeat(129)), 'long');
  assert.equal(passwordFault('1234567'), 'short');
  assert.equal(nameFault('я'.repeat(100)), undefined);
  assert.equal(nameFault('я'.repeat(101)), 'long');
  assert.equal(nameFault(' '), 'missing');
});

test('spaces count in a password but not around a name', () => {
  assert.equal(passwordFault('        '), undefined);
  assert.equal(passwordFault(''), 'missing');
  assert.equal(emptyFault(' x '), undefined);
  assert.equal(emptyFault('  '), 'missing');
});

test('an address for signing in may lack a full domain', () => {
  assert.equal(signInFault('owner@localhost'), undefined);
  assert.equal(signInFault('owner'), 'bad');
  assert.equal(signInFault(' '), 'missing');
});

test('a phone number is optional', () => {
  assert.equal(phoneFault(''), undefined);
  assert.equal(phoneFault('+7 (495) 123-45-67'), undefined);
  assert.equal(phoneFault('call me'), 'bad');
  assert.equal(phoneFault('12'), 'bad');
});
