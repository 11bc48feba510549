import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { insertChapters } from '../../../testing/records/chapters.ts';
import { insertEndedRecord } from '../../../testing/records/records.ts';
import { insertTranscript } from '../../../testing/records/transcripts.ts';
import { refused } from '../../../testing/refused.ts';
import { titleOfPage } from './chapter.ts';

let lectern: Lectern;
let database: Database;
let group: TestGroup;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
  group = await makeGroup(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const pages = [
  { start: 2.04, title: 'Roots & <powers>', text: 'Roots\nЕщё один корень уравнения' },
  { start: 30, title: 'Page 2', text: '' },
];

async function makeShown() {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  const documentId = await insertChapters(database.db, group, { recordId, pages });
  return { documentId, at: { ...group.at, recordId } };
}

test('chapters are listed with their ends, and as WebVTT, also when the document is gone', async () => {
  const { at, documentId } = await makeShown();
  await database.pool.query('DELETE FROM documents WHERE id = $1', [documentId]);
  const { items } = await group.owner.listRecordChapters(at);
  const document = { documentId, documentName: 'Lesson 3' };
  assert.deepEqual(items, [
    { start: 2.04, end: 30, title: 'Roots & <powers>', ...document, page: 1 },
    { start: 30, end: 60, title: 'Page 2', ...document, page: 2 },
  ]);
  assert.equal(
    await group.owner.getRecordChaptersVtt(at),
    'WEBVTT\n\n00:00:02.040 --> 00:00:30.000\nRoots &amp; &lt;powers&gt;\n\n00:00:30.000 --> 00:01:00.000\nPage 2\n',
  );
});

test('a recording without pages has no chapters, one without files refuses, and a deletion removes them at once', async () => {
  const { recordId: empty } = await insertEndedRecord(lectern, group, 'finished');
  assert.deepEqual(await group.owner.listRecordChapters({ ...group.at, recordId: empty }), { items: [] });
  const { recordId: processing } = await insertEndedRecord(lectern, group, 'failed');
  await refused(group.owner.listRecordChapters({ ...group.at, recordId: processing }), 'record_not_ready');
  await refused(group.owner.getRecordChaptersVtt({ ...group.at, recordId: processing }), 'record_not_ready');
  const { at } = await makeShown();
  await group.owner.deleteRecord(at);
  await refused(group.owner.listRecordChapters(at), 'not_found');
  const left = await database.pool.query('SELECT FROM record_chapters WHERE record_id = $1', [at.recordId]);
  assert.equal(left.rowCount, 0);
});

test('the search finds what was shown beside what was said, with its time', async () => {
  const other = await makeGroup(lectern);
  const { recordId } = await insertEndedRecord(lectern, other, 'finished');
  await insertChapters(database.db, other, { recordId, pages });
  await insertTranscript(database.db, recordId, [{ start: 9, text: 'Вот корень.', speaker: 'Ann' }]);
  const { items, total } = await other.owner.searchSpace({
    spaceId: other.spaceId,
    query: { text: 'корень' },
  });
  assert.equal(total, 2);
  assert.deepEqual(
    items.map(({ start, page, speaker }) => [start, page, speaker]),
    [
      [2.04, 1, 'Lesson 3'],
      [9, null, 'Ann'],
    ],
  );
  const [{ text = '', matches = [], segmentId } = {}] = items;
  assert.equal(segmentId, null);
  assert.match(text, /Ещё один корень/);
  assert.deepEqual(
    matches.map(({ from, to }) => text.slice(from, to)),
    ['корень'],
  );
  const page = await other.owner.searchSpace({
    spaceId: other.spaceId,
    query: { text: 'корень', limit: 1, offset: 1 },
  });
  assert.deepEqual([page.total, page.items.map(({ start }) => start)], [2, [9]]);
});

test('a title is the first line of the page, without what a title has no place for, or its number', () => {
  const titled = (text: string, page = 3) => titleOfPage({ page, text }, 'en');
  assert.equal(titled('\n \u0000\t\n  Quadratic \u202e equations\nSecond line'), 'Quadratic equations');
  assert.equal(titled(' \n\u0007\n'), 'Page 3');
  assert.equal(titleOfPage({ page: 4, text: '' }, 'ru'), 'Страница 4');
  assert.equal(titled('🎉'.repeat(300)), '🎉'.repeat(200));
});
