import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offersIn } from './offers.ts';
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
