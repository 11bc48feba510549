import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { AlreadyThere, Appended, isDiskFull } from './append.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-append-'));
});
after(() => rm(folder, { recursive: true, force: true }));

test('pieces are written one after another', async () => {
  const path = join(folder, 'whole');
  const file = await Appended.create(path);
  await Promise.all(['one ', 'two ', 'three'].map((text) => file.add(Buffer.from(text))));
  await file.close();
  assert.equal(await readFile(path, 'utf8'), 'one two three');
  assert.deepEqual([file.bytes, file.error], [13, undefined]);
});

test('a second writer cannot open the file', async () => {
  const path = join(folder, 'taken');
  const file = await Appended.create(path);
  await assert.rejects(Appended.create(path), AlreadyThere);
  await file.close();
});

test('a piece that does not fit is removed whole, and nothing is written after it', async () => {
  const path = join(folder, 'full');
  const file = await Appended.create(path, async (handle, bytes, at) => {
    await handle.write(bytes, 0, Math.min(bytes.length, 10 - at), at);
    if (at + bytes.length > 10) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  for (const text of ['one ', 'two ', 'three ', 'x']) await file.add(Buffer.from(text));
  await file.close();
  assert.equal(await readFile(path, 'utf8'), 'one two ');
  assert.ok(isDiskFull(file.error));
});
