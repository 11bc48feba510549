import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { startInProcess } from '../../../testing/in-process.ts';
import type { Lectern } from '../../../testing/lectern.ts';
import { insertEndedRecord } from '../../../testing/records/records.ts';
import { insertTranscript, type TestSegment } from '../../../testing/records/transcripts.ts';
import { refused } from '../../../testing/refused.ts';
import { endsWithOpenWord, matchesIn } from './search.ts';

let lectern: Lectern;
let database: Database;
before(async () => {
  lectern = await startInProcess();
  database = await databaseOf(lectern);
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

async function said(group: TestGroup, segments: TestSegment[]): Promise<string> {
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  await insertTranscript(database.db, recordId, segments);
  return recordId;
}

const lesson = [
  { start: 1, text: 'Сегодня решаем квадратные уравнения.' },
  { start: 5, text: 'The teacher was running through the roots.', speaker: 'Bob' },
  { start: 9, text: 'Ещё одна задача: найдите корень 😀 уравнения' },
  { start: 13, text: 'We talk about <b>bold</b> things & зелёную тетрадь.' },
];

test('word forms of both languages, phrases, exclusions and beginnings of words are found', async () => {
  const group = await makeGroup(lectern);
  await said(group, lesson);
  const starts = async (text: string) => {
    const { items, total } = await group.owner.searchSpace({ spaceId: group.spaceId, query: { text } });
    assert.equal(total, items.length);
    return items.map(({ start }) => start);
  };
  assert.deepEqual(await starts('уравнение'), [1, 9]);
  assert.deepEqual(await starts('КВАДРАТНОГО'), [1]);
  assert.deepEqual(await starts('runs'), [5]);
  assert.deepEqual(await starts('root teachers'), [5]);
  assert.deepEqual(await starts('зеленая'), [13], 'ё and е are the same letter');
  assert.deepEqual(await starts('квадр'), [1], 'the last word may be incomplete');
  assert.deepEqual(await starts('"квадратные уравнения"'), [1]);
  assert.deepEqual(await starts('"уравнения квадратные"'), []);
  assert.deepEqual(await starts('уравнения -квадратные'), [9]);
  assert.deepEqual(await starts('teacher or корень'), [5, 9]);
  assert.deepEqual(await starts('teacher or корень -задача'), [5]);
  assert.deepEqual(await starts('bold'), [13]);
  for (const odd of ['и', '!!! ((', "' | & :*", '"', '-', '\\', "it's -'x'", '<->', 'a:*b'])
    await starts(odd);
});

test('nothing is found if no word has to be said', async () => {
  const group = await makeGroup(lectern);
  await said(group, lesson);
  for (const text of [
    '-teacher',
    '-teacher -корень',
    'teacher or -корень',
    '-"the roots"',
    'и',
    '-и',
    'и -teacher',
  ]) {
    const found = await group.owner.searchSpace({ spaceId: group.spaceId, query: { text } });
    assert.deepEqual(found, { items: [], total: 0 }, text);
  }
});

test('an item names its recording, room and the positions of the found words', async () => {
  const group = await makeGroup(lectern, { name: 'Algebra' });
  const recordId = await said(group, lesson);
  const { items } = await group.owner.searchSpace({
    spaceId: group.spaceId,
    query: { text: 'корень уравнение' },
  });
  const [item] = items;
  assert.ok(item);
  assert.deepEqual(
    [item.recordId, item.recordName, item.roomId, item.roomName, item.speaker, item.start],
    [recordId, 'Of the path', group.room.id, 'Algebra', 'Ann', 9],
  );
  const found = item.matches.map(({ from, to }) => item.text.slice(from, to));
  assert.deepEqual(found, ['корень', 'уравнения']);
});

test('pages have the whole total, the newest recording first', async () => {
  const group = await makeGroup(lectern);
  const older = await said(group, lesson);
  await database.pool.query("UPDATE records SET started_at = '2020-01-01' WHERE id = $1", [older]);
  const newer = await said(group, lesson);
  const page = (offset: number, limit = 1) =>
    group.owner.searchSpace({ spaceId: group.spaceId, query: { text: 'уравнения', offset, limit } });
  const ids = await Promise.all([0, 1, 2, 3].map(async (offset) => (await page(offset)).items[0]?.recordId));
  assert.deepEqual(ids, [newer, newer, older, older]);
  assert.deepEqual(await page(4), { items: [], total: 4 });
});

test('a corrected segment is found by its new words only', async () => {
  const group = await makeGroup(lectern);
  const recordId = await said(group, lesson);
  const found = async (text: string) =>
    (await group.owner.searchSpace({ spaceId: group.spaceId, query: { text } })).items;
  const [before] = await found('teacher');
  const segmentId = before?.segmentId;
  assert.ok(segmentId);
  await group.owner.updateTranscriptionSegment({
    ...group.at,
    recordId,
    segmentId,
    body: { text: 'A pupil' },
  });
  assert.deepEqual(await found('teacher'), []);
  assert.deepEqual(
    (await found('pupils')).map((item) => item.segmentId),
    [segmentId],
  );
});

test('pages over several recordings show every segment once and in order', async () => {
  const group = await makeGroup(lectern);
  for (let n = 0; n < 3; n += 1) await said(group, lesson);
  const page = async (offset: number, limit: number, order: 'asc' | 'desc') =>
    group.owner.searchSpace({ spaceId: group.spaceId, query: { text: 'уравнения', offset, limit, order } });
  for (const order of ['asc', 'desc'] as const) {
    const all = (await page(0, 100, order)).items.map((item) => item.segmentId);
    assert.equal(new Set(all).size, 6);
    for (const limit of [1, 2, 3, 4, 5]) {
      for (let offset = 0; offset < 6; offset += 1) {
        const { items, total } = await page(offset, limit, order);
        assert.equal(total, 6);
        assert.deepEqual(
          items.map((item) => item.segmentId),
          all.slice(offset, offset + limit),
        );
      }
    }
  }
});

test('nobody finds what was said in rooms that they do not lead', async () => {
  const group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  const recordId = await said(group, lesson);
  const other = await group.owner.createRoom({ spaceId: group.spaceId, body: { name: 'Physics' } });
  const otherAt = { ...group, room: other, at: { ...group.at, roomId: other.id } };
  const elsewhere = await said(otherAt, lesson);
  const strange = await makeGroup(lectern);
  await said(strange, lesson);
  const query = { text: 'уравнения' };
  const { spaceId } = group;
  const recordsFor = async (api: TestGroup['owner'], more: { roomId?: string } = {}) => {
    const { items } = await api.searchSpace({ spaceId, query: { ...query, ...more } });
    return [...new Set(items.map((item) => item.recordId))].sort();
  };
  assert.deepEqual(await recordsFor(group.owner), [recordId, elsewhere].sort());
  assert.deepEqual(await recordsFor(group.owner, { roomId: other.id }), [elsewhere]);
  await refused(
    group.owner.searchSpace({ spaceId, query: { ...query, roomId: strange.room.id } }),
    'not_found',
  );

  const member = await makeUser(lectern, 'searching-member');
  const { id: inviteId } = await group.owner.createInvite({ spaceId, body: { role: 'role_space_user' } });
  await member.api.activateInvite({ spaceId, inviteId });
  await refused(member.api.searchSpace({ spaceId, query }), 'forbidden');
  const role = 'role_room_moderator' as const;
  await group.owner.grantRole({ ...group.at, body: { targetUserId: member.id, role } });
  assert.deepEqual(await recordsFor(member.api), [recordId]);
  await group.owner.deleteRecord({ ...group.at, recordId });
  assert.deepEqual(await recordsFor(member.api), []);
  const stranger = await makeUser(lectern, 'searching-stranger');
  await refused(stranger.api.searchSpace({ spaceId, query }), 'not_found');
});

test('a last word is open only if somebody may still be typing it', () => {
  for (const text of ['квадр', 'the root', 'год 2026']) assert.ok(endsWithOpenWord(text), text);
  for (const text of ['кот', '"the root"', 'a "the root', 'one -root', 'root ', 'root!', '']) {
    assert.ok(!endsWithOpenWord(text), text);
  }
});

test('positions count UTF-16 code units', () => {
  assert.deepEqual(matchesIn('😀 \u0001one\u0002 two \u0001three\u0002'), [
    { from: 3, to: 6 },
    { from: 11, to: 16 },
  ]);
  assert.deepEqual(matchesIn('nothing'), []);
});
