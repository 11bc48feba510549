import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '../../../contract/client/index.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { sendRaw } from '../../testing/raw.ts';
import { insertFailedRecord, withoutRecorder } from '../../testing/records/records.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let group: TestGroup;
let at: TestGroup['at'] & { recordId: string; callId: string };
before(async () => {
  lectern = await startInProcess(withoutRecorder);
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  at = { ...group.at, ...(await insertFailedRecord(lectern, group)) };
});
after(() => lectern?.remove());

const duringCall = (api: Client) => [() => api.startRecord(at), () => api.stopRecord(at)];
const ofRoom = (api: Client) => [
  () => api.listRecords(at),
  () => api.getRecord(at),
  () => api.updateRecord({ ...at, body: { name: 'Taken over' } }),
  () => api.deleteRecord(at),
  () => api.getRecordByCall(at),
  () => api.downloadRecord(at),
  () => api.getRecordMedia(at),
  () => api.listRecordChapters(at),
  () => api.getRecordChaptersVtt(at),
  () => api.createRecordLink({ ...at, body: {} }),
  () => api.listRecordLinks(at),
  () => api.revokeRecordLink({ ...at, recordLinkId: newId() }),
];
const ofGroup = (api: Client) => [() => api.listSpaceRecords({ spaceId: at.spaceId })];
const everything = (api: Client) => [...duringCall(api), ...ofRoom(api), ...ofGroup(api)];

async function allRefused(asked: (() => Promise<unknown>)[], code: Parameters<typeof refused>[1]) {
  for (const ask of asked) await refused(ask(), code);
}

test('a missing or unknown credential is 401', async () => {
  await allRefused(everything(lectern.client()), 'unauthorized');
  await allRefused(everything(lectern.client(`lpt_${'A'.repeat(43)}`)), 'unauthorized');
});

test('a credential of another room gets not_found', async () => {
  const stranger = await makeUser(lectern, 'stranger');
  await allRefused(everything(stranger.api), 'not_found');
  await allRefused(everything(lectern.client(lectern.owner.clientToken)), 'not_found');
});

test('a guest and a link session may not start, stop or read recordings', async () => {
  const url = await makeLink(group, { role: 'user' });
  const guest = await enterBy(lectern, group, { url });
  await allRefused([...duringCall(guest.api), ...ofRoom(guest.api)], 'forbidden');
  const tab = await openLink(lectern, await makeLink(group, { role: 'moderator' }), 'a browser');
  await allRefused([...duringCall(tab), ...ofRoom(tab)], 'forbidden');
});

test('a moderator in the call may start and stop, but not read the result', async () => {
  const { api } = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  await refused(api.startRecord(at), 'call_not_active');
  await refused(api.stopRecord(at), 'record_not_active');
  await allRefused(ofRoom(api), 'forbidden');
});

test('a moderator of the room leads its recordings, but not those of the group', async () => {
  const member = await makeUser(lectern, 'member');
  const { id: inviteId } = await group.owner.createInvite({
    spaceId: at.spaceId,
    body: { role: 'role_space_user' },
  });
  await member.api.activateInvite({ spaceId: at.spaceId, inviteId });
  await allRefused(ofGroup(member.api), 'forbidden');
  await allRefused(ofRoom(member.api), 'not_found');
  await group.owner.grantRole({
    ...group.at,
    body: { targetUserId: member.id, role: 'role_room_moderator' },
  });
  assert.equal((await member.api.getRecord(at)).id, at.recordId);
  await allRefused(ofGroup(member.api), 'forbidden');
});

test('a recording is found only in its own room and by its full id', async () => {
  const other = await group.owner.createRoom({ spaceId: at.spaceId, body: { name: 'Physics' } });
  const elsewhere = { ...at, roomId: other.id };
  const { owner } = group;
  const asked = (path: typeof at) => [
    () => owner.getRecord(path),
    () => owner.updateRecord({ ...path, body: { name: 'x' } }),
    () => owner.deleteRecord(path),
    () => owner.downloadRecord(path),
    () => owner.getRecordMedia(path),
    () => owner.listRecordChapters(path),
    () => owner.getRecordChaptersVtt(path),
    () => owner.getRecordByCall(path),
  ];
  await allRefused(asked(elsewhere), 'not_found');
  await allRefused(asked({ ...at, recordId: newId(), callId: newId() }), 'not_found');
  await allRefused(asked({ ...at, recordId: 'x', callId: '%00' }), 'not_found');
  assert.equal((await owner.getRecord(at)).name, 'Of the path');
});

test('a refusal lists every field that is wrong', async () => {
  const { owner } = group;
  const bad = (body: object) => body as never;
  const start = (body: object) => owner.startRecord({ ...group.at, body: bad(body) });
  await refusedFields(start({ layout: 'circle', name: [] }), 'layout', 'name');
  await refusedFields(start({ layout: 1, name: 'x'.repeat(201) }), 'layout', 'name');
  await refusedFields(start({ name: 'a\u0000b' }), 'name');
  const rename = (body: object) => owner.updateRecord({ ...at, body: bad(body) });
  await refusedFields(rename({ name: 'x'.repeat(201) }), 'name');
  await refusedFields(rename({ name: ['x'] }), 'name');
  // An empty value counts as missing.
  for (const name of ['', null])
    assert.equal(((await rename({ name })) as { name: string }).name, 'Of the path');
  const query = {
    ...{ limit: 0, offset: -1, order: 'up', state: 'done', callId: 'x' },
    ...{ dateFrom: 'yesterday', dateTo: '2026-02-30T00:00:00Z', name: 'x'.repeat(201) },
  };
  await refusedFields(owner.listRecords({ ...group.at, query: bad(query) }), ...Object.keys(query));
  const inGroup = { ...query, roomId: 'x' };
  await refusedFields(
    owner.listSpaceRecords({ spaceId: at.spaceId, query: bad(inGroup) }),
    ...Object.keys(inGroup),
  );
});

test('an invalid body, method or key is refused', async () => {
  const token = lectern.owner.personalToken;
  const base = `/v1/spaces/${at.spaceId}/rooms/${at.roomId}/records`;
  const send = async (request: object) => {
    const { status, body } = await sendRaw(lectern.url, { path: `${base}/start`, token, ...request });
    return [status, body.code];
  };
  const json = { type: 'application/json' };
  assert.deepEqual(await send({ ...json, body: '[]' }), [422, 'validation_failed']);
  assert.deepEqual(await send({ ...json, body: '{' }), [400, 'body_unreadable']);
  assert.deepEqual(await send({ type: 'text/xml', body: '<x/>' }), [415, 'unsupported_media_type']);
  assert.deepEqual(await send({ method: 'DELETE' }), [405, 'method_not_allowed']);
  assert.deepEqual(await send({ method: 'PATCH', path: `${base}/${at.recordId}` }), [
    405,
    'method_not_allowed',
  ]);
  assert.deepEqual(await send({ headers: { 'idempotency-key': 'two words' } }), [422, 'validation_failed']);
  assert.deepEqual(await send({}), [409, 'call_not_active']);
});
