import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { entryFaultsOf } from './entry-faults.ts';

type Field = OpenedRoom['fields'][number];

const email: Field = { key: 'email', kind: 'email', isRequired: true };
const phone: Field = { key: 'phone', kind: 'phone', isRequired: false };
const company: Field = { key: 'f-1', kind: 'text', title: 'Company', isRequired: true };

const asks = (fields: Field[], isNameFixed = false) => ({ fields, isNameFixed }) as OpenedRoom;

test('a name is required unless the link sets it', () => {
  assert.deepEqual(entryFaultsOf(asks([]), { name: '  ' }), { name: 'missing' });
  assert.deepEqual(entryFaultsOf(asks([]), { name: 'a'.repeat(101) }), { name: 'bad' });
  assert.deepEqual(entryFaultsOf(asks([]), { name: '👩'.repeat(100) }), {});
  assert.deepEqual(entryFaultsOf(asks([], true), { name: '' }), {});
});

test('a required field must have a value, and a value must be valid', () => {
  const both = asks([email, phone]);
  assert.deepEqual(entryFaultsOf(both, { name: 'A' }), { email: 'missing' });
  assert.deepEqual(entryFaultsOf(both, { name: 'A', email: 'nobody', phone: 'call me' }), {
    email: 'bad',
    phone: 'bad',
  });
  assert.deepEqual(entryFaultsOf(both, { name: 'A', email: 'a@b.example', phone: '+7 (495) 123-45-67' }), {});
});

test('a custom join field takes any text within its length', () => {
  const own = asks([company], true);
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '  ' }), { 'f-1': 'missing' });
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '\u{1F469}'.repeat(1001) }), { 'f-1': 'bad' });
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '\u{1F469}'.repeat(1000) }), {});
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '<script>alert(1)</script>' }), {});
});

test('faults have the order of the form', () => {
  assert.deepEqual(Object.keys(entryFaultsOf(asks([email, company]), { name: '' })), [
    'name',
    'email',
    'f-1',
  ]);
});
