import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyGroup, groupChanges, groupFaults, sentGroup } from './group-form.ts';

test('a new group is private', () => {
  assert.deepEqual(sentGroup({ ...emptyGroup, name: ' School ' }), {
    name: 'School',
    description: null,
    isPublic: false,
  });
});

test('only changed fields are sent', () => {
  const before = { name: 'School', description: '', isPublic: false };
  assert.deepEqual(groupChanges(before, { ...before, name: 'School ', description: ' ' }), {});
  assert.deepEqual(groupChanges(before, { ...before, isPublic: true }), { isPublic: true });
  assert.deepEqual(groupChanges({ ...before, description: 'A' }, before), { description: null });
});

test('a name is required, and texts have maximum lengths', () => {
  assert.deepEqual(groupFaults({ ...emptyGroup, name: ' ' }), { name: 'missing' });
  assert.deepEqual(groupFaults({ name: 'x'.repeat(201), description: 'x'.repeat(2001), isPublic: false }), {
    name: 'long',
    description: 'long',
  });
});
