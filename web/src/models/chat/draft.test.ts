import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeChat, createFakeMemory } from './chat.fake.ts';
import { FakeServer } from './server.fake.ts';

test('a reload keeps the draft; an edit puts it aside and restores it', async () => {
  const server = new FakeServer();
  const memory = createFakeMemory();
  const before = createFakeChat({ server, memory });
  await before.enter();
  const { draft } = before.chat.room;
  draft.replyTo('55');
  draft.write('half a thou');
  draft.edit('66', 'sent words');
  draft.write('other words');
  const after = createFakeChat({ server, memory });
  await after.enter();
  assert.deepEqual(after.chat.room.draft.writing.get(), { text: 'half a thou', replyTo: '55' });
  draft.clear();
  assert.deepEqual(draft.writing.get(), { text: 'half a thou', replyTo: '55' });
  draft.restore('refused words', undefined);
  assert.deepEqual(draft.writing.get(), { text: 'refused words\nhalf a thou', replyTo: '55' });
  draft.clear();
  assert.equal(memory.kept.size, 0);
});
