import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNarrowed, rangeOf, readView, toListQuery, writeView } from './list-address.ts';

const read = (query: string) =>
  readView(new URLSearchParams(query), { filters: ['used', 'unused'], more: ['room', 'period'] });

test('a view is written to the address and read from it', () => {
  assert.equal(writeView(read('')), '');
  for (const address of [
    '?page=3',
    '?search=a+%26+b&filter=used&order=asc&page=12',
    '?search=a&room=0a&period=week',
  ]) {
    assert.equal(writeView(read(address)), address);
  }
});

test('search, filter and its other parameters narrow a list', () => {
  for (const query of ['search=a', 'filter=used', 'room=0a'])
    assert.equal(isNarrowed(read(query)), true, query);
  for (const query of ['', 'page=2&order=asc', 'search=+', 'filter=other', 'room=', 'colour=red']) {
    assert.equal(isNarrowed(read(query)), false, query);
  }
});

test('an address with invalid values shows the whole list', () => {
  for (const query of ['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=1e99', 'filter=other', 'order=up']) {
    assert.equal(writeView(read(query)), '', query);
  }
  assert.equal([...read(`search=${'😀'.repeat(300)}`).search].length, 200);
});

test('the request asks for one page, and for a search only if there is one', () => {
  assert.deepEqual(toListQuery(read('page=3'), 50), { limit: 50, offset: 100, order: 'desc' });
  assert.deepEqual(toListQuery(read('search=+&order=asc'), 25), { limit: 25, offset: 0, order: 'asc' });
  assert.equal(toListQuery(read('search=+a+'), 25).search, 'a');
});

test('the range says which rows are shown and whether there are more', () => {
  assert.deepEqual(rangeOf(read('page=2'), { size: 50, total: 51 }), {
    first: 51,
    last: 51,
    hasPrevious: true,
    hasNext: false,
    lastPage: 2,
  });
  assert.deepEqual(rangeOf(read(''), { size: 50, total: 0 }), {
    first: 0,
    last: 0,
    hasPrevious: false,
    hasNext: false,
    lastPage: 1,
  });
  assert.equal(rangeOf(read(''), { size: 50, total: 51 }).hasNext, true);
});
