import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinByContact } from './contacts.ts';

const keysOf = (...participants: [personKey: string, contact: string | null][]): string[] =>
  joinByContact(participants.map(([personKey, contact]) => ({ personKey, contact }))).map(
    ({ personKey }) => personKey,
  );

test('participants of one name and email are one person, also by way of a browser', () => {
  assert.deepEqual(keysOf(['a', 'ann'], ['b', null], ['c', 'ann'], ['d', 'ben']), ['a', 'b', 'a', 'd']);
  assert.deepEqual(keysOf(['a', 'ann'], ['b', 'ann 2'], ['b', 'ann'], ['c', 'ann 2']), ['a', 'a', 'a', 'a']);
  assert.deepEqual(keysOf(['a', 'ann'], ['a', 'ann'], ['a', null]), ['a', 'a', 'a']);
});
