import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyGroup, groupChanges, groupFaults, sentGroup } from './group-form.ts';

test('a new group is private', () => {
  assert.deepEqual(sentGroup({ ...emptyGroup, name: ' School ' }), {
    name: 'School',
    description: null,
    isPublic: false,
    logo: null,
    color: null,
  });
});

test('only changed fields are sent', () => {
  const before = { ...emptyGroup, name: 'School' };
  assert.deepEqual(groupChanges(before, { ...before, name: 'School ', description: ' ' }), {});
  assert.deepEqual(groupChanges(before, { ...before, isPublic: true }), { isPublic: true });
  assert.deepEqual(groupChanges({ ...before, description: 'A' }, before), { description: null });
});

test('a name is required, and texts have maximum lengths', () => {
  assert.deepEqual(groupFaults({ ...emptyGroup, name: ' ' }), { name: 'missing' });
  assert.deepEqual(groupFaults({ ...emptyGroup, name: 'x'.repeat(201), description: 'x'.repeat(2001) }), {
    name: 'long',
    description: 'long',
  });
});

test('a logo is a web address, and a colour has six digits', () => {
  const good = { ...emptyGroup, name: 'School', logo: ' https://school.example/a.png ', color: ' #7A1F3D ' };
  assert.deepEqual(groupFaults(good), {});
  assert.deepEqual(sentGroup(good), {
    ...sentGroup(emptyGroup),
    name: 'School',
    logo: good.logo.trim(),
    color: '#7a1f3d',
  });
  assert.deepEqual(groupFaults({ ...good, logo: 'school', color: 'red' }), { logo: 'bad', color: 'bad' });
});
