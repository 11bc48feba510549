import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, makeUser, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { insertEndedRecord, withoutRecorder } from '../../../testing/records/records.ts';
import { refused, refusedFields } from '../../../testing/refused.ts';

let lectern: InProcess;
let database: Database;
let group: TestGroup;
let at: TestGroup['at'] & { recordId: string };
before(async () => {
  lectern = await startInProcess(withoutRecorder);
  database = await databaseOf(lectern);
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  const { recordId } = await insertEndedRecord(lectern, group, 'finished');
  at = { ...group.at, recordId };
  const video = `records/${group.spaceId}/${recordId}/video.mp4`;
  const files = JSON.stringify({ video });
  await database.db.updateTable('records').set({ files }).where('id', '=', recordId).execute();
  const path = join(lectern.dataDir, 'files', video);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'the bytes of the video');
});
after(async () => {
  await database?.close();
  await lectern?.remove();
});

const daysAhead = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const tokenIn = (url: string): string => new URL(url).hash.slice(1);
const open = (url: string) => lectern.client().openRecordLink({ body: { token: tokenIn(url) } });
const create = (body: object = {}) => group.owner.createRecordLink({ ...at, body });

const statusOf = async (url: string): Promise<number> => {
  const answer = await fetch(url, { headers: { range: 'bytes=0-2' } });
  await answer.body?.cancel();
  return answer.status;
};

test('a link shows the recording without an account; its address is shown once, and only its hash is stored', async () => {
  const { url, ...link } = await create({ note: 'Leo' });
  const { ownerId } = await group.owner.getSpace({ spaceId: group.spaceId });
  assert.equal(link.createdBy?.userId, ownerId);
  assert.ok(Math.abs(Date.parse(link.expiresAt) - Date.parse(daysAhead(7))) < 60_000, link.expiresAt);
  assert.deepEqual((await group.owner.listRecordLinks(at)).items, [link]);
  const shown = await open(url);
  assert.equal(shown.downloadUrl, null);
  assert.equal(await statusOf(shown.videoUrl), 206);
  const [listed] = (await group.owner.listRecordLinks(at)).items;
  assert.notEqual(listed?.lastOpenedAt, null);
  const rows = await database.db.selectFrom('record_links').selectAll().where('id', '=', link.id).execute();
  assert.ok(!JSON.stringify(rows).includes(tokenIn(url)));
  const saved = await open((await create({ isDownloadAllowed: true })).url);
  const answer = await fetch(saved.downloadUrl ?? '');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
  assert.equal(await answer.text(), 'the bytes of the video');
});

test('a revoked or ended link takes the page and the files away, and says which', async () => {
  const [one, two] = [await create(), await create()];
  const [first, second] = [await open(one.url), await open(two.url)];
  await group.owner.revokeRecordLink({ ...at, recordLinkId: one.id });
  await refused(open(one.url), 'link_revoked');
  assert.deepEqual([await statusOf(first.videoUrl), await statusOf(second.videoUrl)], [404, 206]);
  const past = new Date(Date.now() - 1_000);
  await database.db.updateTable('record_links').set({ expires_at: past }).where('id', '=', two.id).execute();
  await refused(open(two.url), 'link_expired');
  assert.equal(await statusOf(second.videoUrl), 404);
  const soon = await open((await create({ expiresAt: daysAhead(0.01) })).url);
  assert.equal(soon.urlsExpireAt, soon.expiresAt);
});

test('the deletion of the recording, its room or its group ends the link', async () => {
  const deletions = [
    () => group.owner.deleteRecord(at),
    () => group.owner.deleteRoom(group.at),
    () => group.owner.deleteSpace({ spaceId: group.spaceId }),
  ];
  const [ofRecord, ofRoom, ofGroup] = deletions;
  await ends(ofRecord);
  for (const remove of [ofRoom, ofGroup]) {
    group = await makeGroup(lectern, { isPublic: false });
    at = { ...group.at, ...(await insertEndedRecord(lectern, group, 'finished')) };
    await ends(remove);
  }
});

async function ends(remove: (() => Promise<unknown>) | undefined): Promise<void> {
  const { url, id } = await create({ note: 'Leo' });
  const { videoUrl } = await open(url);
  await remove?.();
  await refused(open(url), 'record_gone');
  assert.equal(await statusOf(videoUrl), 404);
  const row = await database.db.selectFrom('record_links').select('note').where('id', '=', id).execute();
  assert.deepEqual(row, [{ note: null }]);
}

test('a recording that is not ready or failed says so; wrong tokens and fields are refused', async () => {
  const { recordId } = await insertEndedRecord(lectern, group, 'processing');
  const { url } = await group.owner.createRecordLink({ ...group.at, recordId, body: {} });
  await refused(open(url), 'record_not_ready');
  const failed = await insertEndedRecord(lectern, group, 'failed');
  const ofFailed = group.owner.createRecordLink({ ...group.at, recordId: failed.recordId, body: {} });
  await refused(ofFailed, 'record_not_ready');
  await refused(lectern.client().openRecordLink({ body: { token: 'A'.repeat(43) } }), 'not_found');
  await refusedFields(
    create({ note: 'x'.repeat(201), isDownloadAllowed: 'yes' }),
    'note',
    'isDownloadAllowed',
  );
  await refusedFields(create({ expiresAt: daysAhead(-1) }), 'expiresAt');
  await refusedFields(create({ expiresAt: daysAhead(366) }), 'expiresAt');
});

test('a recording has at most 100 valid links, also of requests at once', async () => {
  const made = await Promise.allSettled(Array.from({ length: 105 }, () => create()));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 100);
  const { items } = await group.owner.listRecordLinks({ ...at, query: { limit: 1 } });
  await group.owner.revokeRecordLink({ ...at, recordLinkId: items[0]?.id ?? '' });
  await create();
  await refused(create(), 'too_many_record_links');
});

test('a link made while its creator is removed from the group does not stay valid', async () => {
  const teacher = await makeUser(lectern, 'teacher');
  const member = { spaceId: group.spaceId, userId: teacher.id };
  for (let round = 0; round < 2; round += 1) {
    const { spaceId } = group;
    const { id: inviteId } = await group.owner.createInvite({
      spaceId,
      body: { role: 'role_space_moderator' },
    });
    await teacher.api.activateInvite({ spaceId, inviteId });
    const making = Array.from({ length: 12 }, () =>
      teacher.api.createRecordLink({ ...at, body: {} }).catch(() => undefined),
    );
    await making[0];
    await group.owner.removeMember(member);
    for (const made of await Promise.all(making)) if (made) await refused(open(made.url), 'link_revoked');
  }
});
