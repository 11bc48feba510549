import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../../contract/client/index.ts';
import { type Database, databaseOf } from '../../../testing/database.ts';
import { makeGroup, openLink, type TestGroup } from '../../../testing/group.ts';
import { type InProcess, startInProcess } from '../../../testing/in-process.ts';
import { enterBy, makeLink } from '../../../testing/people/entering.ts';
import { connectToFakeCall, type InFakeCall, joinFakeCall } from '../../../testing/people/fake-call.ts';
import { type MailServer, startMailServer } from '../../../testing/receivers/mail-server.ts';
import { putRecorderNode, silentParts, withoutRecorder } from '../../../testing/records/records.ts';
import { refused } from '../../../testing/refused.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { timings as outboxTimings } from '../../platform/mail/outbox.ts';
import { queueRecordEmails } from '../email/email.ts';
import { finishRecord, markPictureArrived, stopRecord } from '../lifecycle.ts';

let mail: MailServer;
let lectern: InProcess;
let database: Database;
let group: TestGroup;
let teacher: InFakeCall;
shorten(outboxTimings, { everyMs: 100 });

before(async () => {
  mail = await startMailServer();
  lectern = await startInProcess({
    ...withoutRecorder,
    SMTP_URL: mail.url,
    LECTERN_MAIL_FROM: 'lectern@example.org',
  });
  database = await databaseOf(lectern);
  await putRecorderNode(database.db, { places: 50 });
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false, isRecordWatchingAllowed: true });
  teacher = await joinFakeCall(lectern, group, { username: 'Mo', role: 'moderator' });
});
after(async () => {
  await database?.close();
  await lectern?.remove();
  await mail?.close();
});

const listFor = async (api: Client, { at } = group) => (await api.listWatchableRecords(at)).items;
const idsFor = async (api: Client) => (await listFor(api)).map(({ id }) => id);

/** Finishes a recording whose files contain their own names. */
async function finish(recordId: string): Promise<void> {
  const folder = `records/${group.spaceId}/${recordId}`;
  const files = { video: `${folder}/video.mp4`, poster: `${folder}/poster.jpg` };
  for (const key of Object.values(files)) {
    const path = join(lectern.dataDir, 'files', key);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `the bytes of ${key}`);
  }
  const { db } = database;
  await markPictureArrived(silentParts, db, { recordId, at: new Date(Date.now() - 60_000) });
  await stopRecord(silentParts, db, { recordId, at: new Date(), reason: 'person' });
  const made = { duration: 61.44, width: 1280, height: 720, bytes: 5_000, isPartial: false, files };
  assert.ok(await finishRecord(silentParts, db, { recordId, made, voices: [] }));
}

/** Records the running call. */
async function record(): Promise<string> {
  const { id } = await teacher.api.startRecord(group.at);
  await finish(id);
  return id;
}

const statusOf = async (url: string | null | undefined): Promise<number> => {
  assert.ok(url, 'a URL');
  const answer = await fetch(url, { headers: { range: 'bytes=0-2' } });
  await answer.body?.cancel();
  return answer.status;
};

const urlFor = async (api: Client): Promise<string> => (await listFor(api))[0]?.videoUrl ?? assert.fail();

test('a recording appears for the people in the call when it begins, and has its video when it is ready', async () => {
  const ann = await joinFakeCall(lectern, group, { username: 'Ann' });
  assert.deepEqual(await listFor(ann.api), []);
  const { id, name, callId, createdAt } = await teacher.api.startRecord(group.at);
  const begun = { id, name, callId, createdAt, startedAt: null, finishedAt: null, duration: null };
  const [coming] = await listFor(ann.api);
  const { expiresAt } = coming ?? assert.fail();
  assert.deepEqual(coming, { ...begun, state: 'recording', videoUrl: null, posterUrl: null, expiresAt });
  ann.person.leave();
  await finish(id);
  const [ready] = await listFor(ann.api);
  assert.deepEqual([ready?.state, ready?.duration], ['finished', 61.44]);
  const answer = await fetch(ready?.videoUrl ?? '');
  assert.match(await answer.text(), /video\.mp4$/);
  assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
  assert.match(answer.headers.get('content-disposition') ?? '', /^inline/);
  assert.equal(await statusOf(ready?.posterUrl), 206);
});

test('only the people who attended have it: by the same link and browser, the same external id, the same account', async () => {
  const url = await makeLink(group, { username: 'Ann', externalUserId: 'student-1', isPermanent: true });
  const ann = await connectToFakeCall(lectern, group, await enterBy(lectern, group, { url, browser: 'one' }));
  const classLink = await makeLink(group, { username: 'Class 7B', isPermanent: true, isNameAsked: true });
  const { spaceId } = group;
  const body = { roomId: group.room.id, clientUniqueId: 'two', name: 'Ben' };
  const entered = await (await openLink(lectern, classLink, 'two')).createParticipant({ spaceId, body });
  const ben = await connectToFakeCall(lectern, group, {
    ...{ id: entered.id, api: lectern.client(entered.access_token), browser: 'two', url: classLink },
    at: { spaceId, participantId: entered.id },
  });
  const id = await record();
  const sessionOf = (link: string, browser: string) => openLink(lectern, link, browser);
  for (const api of [ann.api, ben.api, await sessionOf(url, 'one'), await sessionOf(classLink, 'two')]) {
    assert.deepEqual(await idsFor(api), [id]);
  }
  const another = await makeLink(group, { username: 'Ann', externalUserId: 'student-1' });
  assert.deepEqual(await idsFor(await sessionOf(another, 'a new computer')), [id]);
  // Another pupil of the class, who did not come.
  assert.deepEqual(await idsFor(await sessionOf(classLink, 'three')), []);
  assert.deepEqual(await idsFor(await sessionOf(await makeLink(group, { username: 'Carl' }), 'two')), []);
  // The owner was not in the call; the list is for people who were.
  assert.deepEqual(await idsFor(group.owner), []);
  await refused(lectern.client().listWatchableRecords(group.at), 'unauthorized');
});

test('moderators by a link watch also what the others may not', async () => {
  await group.owner.updateRoom({ ...group.at, body: { isRecordWatchingAllowed: false } });
  const ann = await joinFakeCall(lectern, group, { username: 'Ann' });
  const recordId = await record();
  assert.deepEqual([await idsFor(ann.api), await idsFor(teacher.api)], [[], [recordId]]);
  assert.equal(await statusOf(await urlFor(teacher.api)), 206);
  const absent = await openLink(
    lectern,
    await makeLink(group, { username: 'Fay', role: 'moderator' }),
    'fay',
  );
  assert.deepEqual(await idsFor(absent), []);
});

test('the switch of the recording takes precedence over that of the room', async () => {
  const ann = await joinFakeCall(lectern, group, { username: 'Ann' });
  const recordId = await record();
  const url = await urlFor(ann.api);
  const change = (isWatchingAllowed: boolean | null) =>
    group.owner.updateRecord({ ...group.at, recordId, body: { isWatchingAllowed } });
  assert.equal((await change(false)).isWatchingAllowed, false);
  assert.deepEqual([await idsFor(ann.api), await statusOf(url)], [[], 404]);
  await change(null);
  assert.equal(await statusOf(url), 206);
  await group.owner.updateRoom({ ...group.at, body: { isRecordWatchingAllowed: false } });
  assert.deepEqual([await idsFor(ann.api), await statusOf(url)], [[], 404]);
  await change(true);
  assert.deepEqual([await idsFor(ann.api), await statusOf(url)], [[recordId], 206]);
  assert.equal((await group.owner.getRecord({ ...group.at, recordId })).isWatchingAllowed, true);
  const body = { isWatchingAllowed: 'yes' } as never;
  await refused(group.owner.updateRecord({ ...group.at, recordId, body }), 'validation_failed');
});

test('the permission ends with the recording, the link, a removal from the call and an erasure', async () => {
  const comes = (username: string) => joinFakeCall(lectern, group, { username, externalUserId: username });
  const [ann, ben, eve] = [await comes('Ann'), await comes('Ben'), await comes('Eve')];
  const recordId = await record();
  const [annUrl, benUrl, eveUrl] = [await urlFor(ann.api), await urlFor(ben.api), await urlFor(eve.api)];

  const { items } = await group.owner.listAccessLinks({ ...group.at, query: { externalUserId: 'Ann' } });
  await group.owner.revokeAccessLink({ ...group.at, linkId: items[0]?.id ?? '' });
  assert.equal(await statusOf(annUrl), 404);

  await teacher.api.removeParticipant(ben.at);
  assert.equal(await statusOf(benUrl), 404);
  const again = await openLink(
    lectern,
    await makeLink(group, { username: 'Ben', externalUserId: 'Ben' }),
    'new',
  );
  assert.deepEqual(await idsFor(again), []);

  assert.equal(await statusOf(eveUrl), 206);
  await group.owner.erasePerson({ externalUserId: 'Eve' });
  assert.equal(await statusOf(eveUrl), 404);

  const dan = await comes('Dan');
  assert.deepEqual(await idsFor(dan.api), [recordId]);
  const danUrl = await urlFor(dan.api);
  await group.owner.deleteRecord({ ...group.at, recordId });
  assert.deepEqual([await idsFor(dan.api), await statusOf(danUrl)], [[], 404]);
});

test('a video that is being sent stops when the switch is turned off', async () => {
  const ann = await joinFakeCall(lectern, group, { username: 'Ann' });
  const recordId = await record();
  const key = `records/${group.spaceId}/${recordId}/video.mp4`;
  writeFileSync(join(lectern.dataDir, 'files', key), Buffer.alloc(64 * 1024 * 1024));
  const { body } = await fetch(await urlFor(ann.api));
  const reader = (body ?? assert.fail()).getReader();
  await reader.read();
  await group.owner.updateRoom({ ...group.at, body: { isRecordWatchingAllowed: false } });
  const isCut = async () => {
    // Slowly, as a player does: the rest of the file stays on the server.
    await reader.read();
    return false;
  };
  await assert.rejects(
    waitUntil(isCut, { timeout: 10_000, message: 'the end of the response' }),
    /terminated/,
  );
});

test('the people who get emails about calls learn that the recording is ready', async () => {
  await group.owner.updateRoom({
    ...group.at,
    body: { attendanceEmail: 'owner', name: 'Physics <b>', isRecordWatchingAllowed: true },
  });
  const { id, name } = await teacher.api.startRecord(group.at);
  assert.match(name, /^Physics <b>, \d+ \w+ \d{4}, \d\d:\d\d$/);
  await finish(id);
  await database.db.transaction().execute((trx) => queueRecordEmails(trx, { id, roomId: group.room.id }));
  const found = () =>
    mail.emails.find(({ headers }) => headers.subject?.startsWith('Recording ready: Physics'));
  await waitUntil(() => found() !== undefined, { timeout: 20_000, message: 'the email' });
  const { text = '', html = '', to } = found() ?? {};
  assert.deepEqual(to, [lectern.owner.email]);
  const page = `${lectern.url}/groups/${group.spaceId}/rooms/${group.room.id}/recordings/${id}`;
  assert.ok(text.includes(page), text);
  assert.ok(html.includes(`href="${page}"`));
  assert.match(text, /People who attended the call can watch it, too\./);
  assert.doesNotMatch(html, /<b>/);
});
