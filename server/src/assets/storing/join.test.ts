import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { FolderStore } from '../../engines/files/folder.ts';
import { Keyring } from '../../platform/crypto.ts';
import type { DiskSpace } from '../../platform/disk/space.ts';
import { newId } from '../../platform/ids.ts';
import { startRepeating } from '../../platform/jobs/jobs.ts';
import { assetKeyOf } from '../keys.ts';
import { joinPiecesJob } from './join.ts';

let database: OwnDatabase;
const root = mkdtempSync(join(tmpdir(), 'lectern-join-'));
before(async () => {
  database = await startOwnDatabase();
});
after(async () => {
  await database?.remove();
  rmSync(root, { recursive: true, force: true });
});

const insertWhole = (id: string, bytes: number) =>
  database.db
    .insertInto('assets')
    .values({
      ...{ id, space_id: newId(), name: 'Lesson', file_name: 'lesson.mp4', key: assetKeyOf(id) },
      ...{ content_type: 'video/mp4', bytes: String(bytes), received: String(bytes), created_at: new Date() },
    })
    .execute();

test('uploads for which the disk has no space keep no smaller one waiting', async (t) => {
  const { db, pool } = database;
  const files = new FolderStore({
    ...{ folder: join(root, 'files'), url: new URL('http://127.0.0.1') },
    keyring: new Keyring(['a key of this test']),
  });
  for (let n = 0; n < 45; n += 1) await insertWhole(`0000${newId().slice(4)}`, 1_000_000);
  const small = `ffff${newId().slice(4)}`;
  await insertWhole(small, 5);
  const piece = join(root, 'piece');
  writeFileSync(piece, 'hello');
  const key = `assets/${small}/piece`;
  await files.put(key, piece, { contentType: 'video/mp4' });
  await db.insertInto('asset_pieces').values({ key, asset_id: small, first: '0', bytes: '5' }).execute();
  const reserve = async (bytes: number) => (bytes < 1000 ? { end: () => undefined } : undefined);
  const space = { reserve } as unknown as DiskSpace;
  const joining = joinPiecesJob({ db, files, space, folder: join(root, 'uploads'), log: quietLog });
  t.after(startRepeating({ db, pool, node: newId(), log: quietLog }, [{ name: 'joining', ...joining }]));
  const stateOf = () =>
    db.selectFrom('assets').select('state').where('id', '=', small).executeTakeFirstOrThrow();
  const message = 'the small upload to be one file';
  await waitUntil(async () => (await stateOf()).state === 'ready', { timeout: 10_000, message });
  assert.deepEqual(await files.stat(assetKeyOf(small)), { bytes: 5 });
});
