import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { insertCallWithoutMedia } from '../../testing/data/call-without-media.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { insertFailedRecord } from '../../testing/records/records.ts';
import { refused } from '../../testing/refused.ts';
import { createUpload } from '../../testing/uploads.ts';

const limit = 2_000_000;

let lectern: Lectern;
before(async () => {
  lectern = await startInProcess({ LECTERN_GROUP_STORAGE_MAX: String(limit), LECTERN_MIN_FREE_DISK: '1MB' });
});
after(() => lectern?.remove());

const upload = ({ spaceId }: TestGroup, size: number) =>
  createUpload({ url: lectern.url, token: lectern.owner.personalToken }, { spaceId, size });

test('uploads side by side stay within the limit of their group, and a deletion gives the space back', async () => {
  const group = await makeGroup(lectern);
  const other = await makeGroup(lectern);
  const { spaceId, owner } = group;
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => upload(group, 900_000)));
  const taken = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(taken.length, 2);
  for (const one of made)
    if (one.status === 'rejected') assert.match(String(one.reason), /group_storage_full/);
  const use = { recordings: 0, uploads: 1_800_000, preparedVideos: 0, used: 1_800_000, limit };
  assert.deepEqual(await owner.getSpaceStorage({ spaceId }), use);
  // Another group has its own limit.
  await upload(other, limit);
  await owner.deleteAsset({ spaceId, assetId: taken[0]?.id ?? '' });
  await upload(group, 1_100_000);
  assert.equal((await owner.getSpaceStorage({ spaceId })).used, limit);
});

test('recordings and what was prepared of them count, and a full group begins no recording', async () => {
  const group = await makeGroup(lectern);
  const { owner, spaceId } = group;
  const { recordId } = await insertFailedRecord(lectern, group);
  const { db, close } = await databaseOf(lectern);
  await sql`UPDATE records SET bytes = 1500000 WHERE id = ${recordId}`.execute(db);
  await sql`
    INSERT INTO videos (id, space_id, record_id, name_key, created_at)
    VALUES (${recordId}, ${spaceId}, ${recordId}, '\\x00', now())`.execute(db);
  await sql`
    INSERT INTO video_renditions (video_id, name, width, height, bandwidth, codecs, durations, bytes)
    VALUES (${recordId}, 'source', 640, 360, 1, 'x', '{2}', 500000)`.execute(db);
  await insertCallWithoutMedia(db, { spaceId, roomId: group.room.id });
  await close();
  const { recordings, preparedVideos, used } = await owner.getSpaceStorage({ spaceId });
  assert.deepEqual([recordings, preparedVideos, used], [1_500_000, 500_000, limit]);
  await refused(owner.startRecord({ ...group.at, body: {} }), 'group_storage_full');
});
