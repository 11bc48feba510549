import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsOpenAt, offersIn } from './offers.ts';
import type { OpenItem } from './types.ts';

test('an offer’s address is a web address', () => {
  const item = { at: 5, until: null };
  const offer = (url: string): OpenItem => ({
    ...{ ...item, id: url, type: 'offer' },
    ...{ title: 'Course', buttonText: 'Buy', url },
  });
  const items = [offer('https://example.org/buy'), offer('javascript:alert(1)'), offer('/here'), offer('')];
  assert.deepEqual(
    offersIn([...items, { ...item, id: 'poll', type: 'poll' }]).map(({ id }) => id),
    ['https://example.org/buy'],
  );
});

test('an item is open from its first moment to its last, also between two seconds', () => {
  const item = (id: string, at: number, until: number | null): OpenItem => ({ id, type: 'offer', at, until });
  const items = [item('long', 5, null), item('short', 7.2, 7.6), item('soon', 15, null)];
  const openAt = [4.9, 5, 7.1, 7.2, 7.5, 7.6].map((second) => idsOpenAt(items, second));
  assert.deepEqual(openAt, ['', 'long', 'long', 'long short', 'long short', 'long']);
});
