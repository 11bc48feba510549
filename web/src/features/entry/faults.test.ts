import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Welcome } from '../../visit/open.ts';
import { faults } from './faults.ts';

type Field = Welcome['fields'][number];

const email: Field = {
  slug: 'email',
  type: 'email',
  title: 'admin.classrooms.email',
  enabled: true,
  required: true,
};
const phone: Field = {
  slug: 'phone',
  type: 'phone',
  title: 'admin.classrooms.phone',
  enabled: true,
  required: false,
};

const asks = (fields: Field[], isNameFixed = false) => ({ fields, isNameFixed }) as Welcome;

test('a name is needed unless the link gave it for good', () => {
  assert.deepEqual(faults(asks([]), { name: '  ' }), { name: 'missing' });
  assert.deepEqual(faults(asks([]), { name: 'a'.repeat(101) }), { name: 'bad' });
  assert.deepEqual(faults(asks([]), { name: '👩'.repeat(100) }), {});
  assert.deepEqual(faults(asks([], true), { name: '' }), {});
});

test('a required field must be there, and what is there must look right', () => {
  const both = asks([email, phone]);
  assert.deepEqual(faults(both, { name: 'A' }), { email: 'missing' });
  assert.deepEqual(faults(both, { name: 'A', email: 'nobody', phone: 'call me' }), {
    email: 'bad',
    phone: 'bad',
  });
  assert.deepEqual(faults(both, { name: 'A', email: 'a@b.example', phone: '+7 (495) 123-45-67' }), {});
});
