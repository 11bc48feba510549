import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenedRoom } from '../../models/visit/open.ts';
import { entryFaultsOf } from './entry-faults.ts';

type Field = OpenedRoom['fields'][number];

const email: Field = { key: 'email', kind: 'email', isRequired: true };
const phone: Field = { key: 'phone', kind: 'phone', isRequired: false };
const company: Field = { key: 'f-1', kind: 'text', title: 'Company', isRequired: true };

const asks = (fields: Field[], isNameFixed = false) => ({ fields, isNameFixed }) as OpenedRoom;

test('a name is needed unless the link gave it for good', () => {
  assert.deepEqual(entryFaultsOf(asks([]), { name: '  ' }), { name: 'missing' });
  assert.deepEqual(entryFaultsOf(asks([]), { name: 'a'.repeat(101) }), { name: 'bad' });
  assert.deepEqual(entryFaultsOf(asks([]), { name: '👩'.repeat(100) }), {});
  assert.deepEqual(entryFaultsOf(asks([], true), { name: '' }), {});
});

test('a required field must be there, and what is there must look right', () => {
  const both = asks([email, phone]);
  assert.deepEqual(entryFaultsOf(both, { name: 'A' }), { email: 'missing' });
  assert.deepEqual(entryFaultsOf(both, { name: 'A', email: 'nobody', phone: 'call me' }), {
    email: 'bad',
    phone: 'bad',
  });
  assert.deepEqual(entryFaultsOf(both, { name: 'A', email: 'a@b.example', phone: '+7 (495) 123-45-67' }), {});
});

test("a field of the room's own takes any text that is not too long", () => {
  const own = asks([company], true);
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '  ' }), { 'f-1': 'missing' });
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '\u{1F469}'.repeat(1001) }), { 'f-1': 'bad' });
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '\u{1F469}'.repeat(1000) }), {});
  assert.deepEqual(entryFaultsOf(own, { name: '', 'f-1': '<script>alert(1)</script>' }), {});
});

test('what is wrong is told in the order of the form', () => {
  assert.deepEqual(Object.keys(entryFaultsOf(asks([email, company]), { name: '' })), [
    'name',
    'email',
    'f-1',
  ]);
});
