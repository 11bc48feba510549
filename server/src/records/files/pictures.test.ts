import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AddressOptions } from '../../engines/files/files.ts';
import { cacheAddresses } from './pictures.ts';

const until = new Date('2026-11-23T10:00:00Z');
const options: AddressOptions = { name: 'a.jpg', contentType: 'image/jpeg', disposition: 'inline', until };

test('a URL is signed once for the same key, name and expiry', async () => {
  let signed = 0;
  const { addressOf } = cacheAddresses({
    addressOf: async (key) => {
      signed += 1;
      return `${key}?${signed}`;
    },
  });
  assert.equal(await addressOf('one', options), 'one?1');
  assert.equal(await addressOf('one', { ...options, until: new Date(until) }), 'one?1');
  assert.equal(await addressOf('two', options), 'two?2');
  assert.equal(await addressOf('one', { ...options, name: 'b.jpg' }), 'one?3');
  const later = { ...options, until: new Date(until.getTime() + 600_000) };
  assert.equal(await addressOf('one', later), 'one?4');
  assert.equal(await addressOf('one', later), 'one?4');
});

test('a failed signature is tried again, and the cache does not grow without limit', async () => {
  let signed = 0;
  const { addressOf } = cacheAddresses({
    addressOf: async (key) => {
      signed += 1;
      if (signed === 1) throw new Error('away');
      return key;
    },
  });
  await assert.rejects(addressOf('one', options), /away/);
  assert.equal(await addressOf('one', options), 'one');
  for (let n = 0; n < 10_000; n += 1) await addressOf(`other ${n}`, options);
  const before = signed;
  await addressOf('one', options);
  assert.equal(signed, before + 1, 'the URL was dropped from the cache');
});
