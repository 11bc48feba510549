import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import type { Answer } from '../../../contract/routes.ts';
import { databaseOf } from '../../testing/database.ts';
import { insertDocumentOf } from '../../testing/documents.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { type InProcess, startInProcess } from '../../testing/in-process.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { type InFakeCall, joinFakeCall } from '../../testing/people/fake-call.ts';
import { SocketListener } from '../../testing/people/listener.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { waitUntil } from '../../testing/wait.ts';
import { newId } from '../platform/ids.ts';
import { emptyStage } from './item.ts';
import { saveItem } from './store.ts';

let lectern: InProcess;
let group: TestGroup;
let teacher: InFakeCall;
let ann: InFakeCall;
let ear: SocketListener;
const ends: (() => unknown)[] = [];

const come = async (username: string, role: 'user' | 'moderator' = 'user') => {
  const inCall = await joinFakeCall(lectern, group, { username, role });
  ends.push(() => inCall.person.leave());
  return inCall;
};
type Item = Pick<Answer<'getStage'>, 'kind' | 'participantId'>;
const itemOf = ({ kind, participantId }: Item): Item => ({ kind, participantId });
const nothing: Item = { kind: 'none', participantId: null };
const screenOf = ({ id }: { id: string }): Item => ({ kind: 'screen', participantId: id });
const read = (api: Client = group.owner) => api.getStage(group.at);
const put = (api: Client, body: { kind: 'none' | 'screen'; participantId?: string | null }) =>
  api.updateStage({ ...group.at, body });
const shows = (item: Item) =>
  waitUntil(async () => JSON.stringify(itemOf(await read())) === JSON.stringify(item), {
    timeout: 10_000,
    message: `the stage to show ${JSON.stringify(item)}`,
  });

before(async () => {
  lectern = await startInProcess();
});
beforeEach(async () => {
  group = await makeGroup(lectern, { isPublic: false });
  teacher = await come('Mo', 'moderator');
  ann = await come('Ann');
  ear = await SocketListener.of(lectern, ann.api, group.room.channelId);
  ends.push(() => ear.close());
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
after(() => lectern?.remove());

test('a screen that begins takes the stage; after it the newest other one returns, then nothing', async () => {
  assert.deepEqual(await read(ann.api), { ...nothing, documentId: null, page: null, version: 0 });
  ann.person.publish('screen');
  await shows(screenOf(ann));
  teacher.person.publish('screen');
  await shows(screenOf(teacher));
  teacher.person.unpublish('screen');
  await shows(screenOf(ann));
  ann.person.unpublish('screen');
  await shows(nothing);
  const heard = await ear.hears('stage-changed', 4);
  assert.deepEqual(
    heard.map(({ payload }) => itemOf(payload as unknown as Item)),
    [screenOf(ann), screenOf(teacher), screenOf(ann), nothing],
  );
  assert.deepEqual(
    heard.map(({ payload }) => payload.version),
    [1, 2, 3, 4],
  );
  assert.ok(heard.every(({ seq }) => seq !== undefined));
});

test('a person who comes late has the item with the entry', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  const late = await enterBy(lectern, group, { url: await makeLink(group) });
  const { stage } = await late.api.issueSignalingToken(late.at);
  assert.deepEqual(stage, await read());
  assert.deepEqual(itemOf(stage), screenOf(ann));
});

test('a moderator takes a screen from the stage and puts one; the next screen that begins takes it', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  assert.deepEqual(itemOf(await put(teacher.api, { kind: 'none' })), nothing);
  const { version } = await put(group.owner, { kind: 'screen', participantId: ann.id });
  assert.deepEqual(await read(ann.api), { ...screenOf(ann), documentId: null, page: null, version });
  // The same again changes nothing.
  assert.equal((await put(teacher.api, { kind: 'screen', participantId: ann.id })).version, version);
  await put(teacher.api, { kind: 'none' });
  teacher.person.publish('screen');
  await shows(screenOf(teacher));
  assert.equal((await ear.hears('stage-changed', 5)).length, 5);
});

test('a screen that pauses and goes on neither leaves nor takes the stage', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  await put(teacher.api, { kind: 'none' });
  const { version } = await read();
  ann.person.setMuted('screen', true);
  teacher.person.publish('screen');
  await shows(screenOf(teacher));
  ann.person.setMuted('screen', false);
  teacher.person.unpublish('screen');
  await shows(screenOf(ann));
  assert.equal((await read()).version, version + 2);
});

test('a screen ends with the visit, and all with the call', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  ann.person.leave();
  await shows(nothing);
  teacher.person.publish('screen');
  await shows(screenOf(teacher));
  await group.owner.finishActiveCall(group.at);
  await shows(nothing);
});

test('only moderators put; what is wrong is named', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  await refused(put(ann.api, { kind: 'none' }), 'forbidden');
  await refused(put(teacher.api, { kind: 'screen', participantId: teacher.id }), 'screen_not_shared');
  await refused(put(teacher.api, { kind: 'screen', participantId: newId() }), 'screen_not_shared');
  await refusedFields(put(teacher.api, { kind: 'screen' }), 'participantId');
  await refusedFields(put(teacher.api, { kind: 'screen', participantId: 'nobody' }), 'participantId');
  await refusedFields(put(teacher.api, { kind: 'film' as 'none' }), 'kind');
  await group.owner.updateParticipant({ ...ann.at, body: { role: 'moderator' } });
  await put(ann.api, { kind: 'none' });
  await group.owner.updateParticipant({ ...ann.at, body: { role: 'user' } });
  await refused(put(ann.api, { kind: 'screen', participantId: ann.id }), 'forbidden');
  assert.deepEqual(itemOf(await read()), nothing);
});

test('the right is asked in the statement that acts', async () => {
  const { db, close } = await databaseOf(lectern);
  ends.push(close);
  const item = { roomId: group.room.id, ...emptyStage };
  const by = (participantId: string | null, userId: string | null = null) =>
    saveItem(db, item, { participantId, userId });
  assert.equal(await by(ann.id), undefined);
  assert.equal(await by(null, newId()), undefined);
  assert.equal(await by(null), undefined);
  assert.ok(await by(teacher.id));
  await group.owner.removeParticipant(teacher.at);
  assert.equal(await by(teacher.id), undefined);
  const elsewhere = await makeGroup(lectern);
  assert.equal(
    await saveItem(db, { ...item, roomId: elsewhere.room.id }, { participantId: teacher.id, userId: null }),
    undefined,
  );
});

test('of many acts at once pages hear the last one last', async () => {
  ann.person.publish('screen');
  await shows(screenOf(ann));
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2
        ? put(teacher.api, { kind: 'none' })
        : put(group.owner, { kind: 'screen', participantId: ann.id }),
    ),
  );
  const now = await read();
  const heard = await ear.hears('stage-changed', now.version);
  assert.deepEqual(
    heard.map(({ payload }) => payload.version),
    Array.from({ length: now.version }, (_, index) => index + 1),
  );
  assert.deepEqual(itemOf(heard.at(-1)?.payload as unknown as Item), itemOf(now));
});

test('a page of a document of the room is put, screens cover it, and it stays over calls', async () => {
  const documentId = await insertDocumentOf(lectern, group.at, { pages: 3 });
  const pageOf = (page: number) => ({ kind: 'page', documentId, page }) as const;
  const shown = { kind: 'page', participantId: null, documentId, page: 2 };
  const first = await group.owner.updateStage({ ...group.at, body: pageOf(2) });
  assert.deepEqual(first, { ...shown, version: first.version });
  ann.person.publish('screen');
  await shows(screenOf(ann));
  assert.deepEqual((await read()).documentId, documentId);
  await teacher.api.updateStage({ ...group.at, body: pageOf(3) });
  assert.equal((await read(ann.api)).kind, 'page');
  await put(teacher.api, { kind: 'screen', participantId: ann.id });
  ann.person.unpublish('screen');
  await shows({ kind: 'page', participantId: null });
  await group.owner.finishActiveCall(group.at);
  const { version, ...kept } = await read();
  assert.deepEqual(kept, { ...shown, page: 3 });
  await group.owner.deleteDocument({ ...group.at, documentId });
  assert.deepEqual(await read(), { ...nothing, documentId: null, page: null, version: version + 1 });
});

test('a page that is not ready, not there or of another room is refused, naming every fault', async () => {
  const documentId = await insertDocumentOf(lectern, group.at, { pages: 3 });
  const elsewhere = await makeGroup(lectern);
  const foreign = await insertDocumentOf(lectern, elsewhere.at, { pages: 3 });
  const ask = (body: object) =>
    teacher.api.updateStage({ ...group.at, body: { kind: 'page', ...body } as { kind: 'page' } });
  await refusedFields(ask({}), 'documentId', 'page');
  await refusedFields(ask({ documentId }), 'page');
  await refusedFields(ask({ documentId, page: 4 }), 'page');
  for (const page of [0, -1, 1.5, 501, 1e9]) await refusedFields(ask({ documentId, page }), 'page');
  await refusedFields(ask({ documentId: foreign, page: 1 }), 'documentId');
  await refusedFields(ask({ documentId: newId(), page: 1 }), 'documentId');
  await refused(
    ann.api.updateStage({ ...group.at, body: { kind: 'page', documentId, page: 1 } }),
    'forbidden',
  );
  assert.deepEqual(itemOf(await read()), nothing);
});
