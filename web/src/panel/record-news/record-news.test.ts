import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordNews } from './record-news.ts';

const record = { id: 'r', spaceId: 's', roomId: 'o', name: 'Algebra, 28 November 2026' };

test('a recording that was seen unfinished is announced when it is ready, once', () => {
  const news = new RecordNews();
  news.see([{ ...record, state: 'processing' }]);
  assert.deepEqual([news.coming.get(), news.ready.get()], [[record], undefined]);
  news.see([{ ...record, name: 'Lesson 5', state: 'finished' }]);
  assert.deepEqual([news.coming.get(), news.ready.get()?.name], [[], 'Lesson 5']);
  news.dismiss();
  news.see([{ ...record, state: 'finished' }]);
  assert.equal(news.ready.get(), undefined);
});

test('recordings that were finished when they were seen, that failed or that are gone are not announced', () => {
  const news = new RecordNews();
  news.see([{ ...record, state: 'finished' }]);
  news.see([
    { ...record, id: 'a', state: 'recording' },
    { ...record, id: 'b', state: 'new' },
  ]);
  news.see([{ ...record, id: 'a', state: 'failed' }]);
  news.forget('b');
  assert.deepEqual([news.coming.get(), news.ready.get()], [[], undefined]);
});

test('the list stays the same object while nothing changes', () => {
  const news = new RecordNews();
  news.see([{ ...record, state: 'new' }]);
  const before = news.coming.get();
  news.see([{ ...record, state: 'recording' }]);
  assert.equal(news.coming.get(), before);
});
