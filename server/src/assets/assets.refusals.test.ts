import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Client } from '../../../contract/client/index.ts';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, makeUser, openLink, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { enterBy, makeLink } from '../../testing/people/entering.ts';
import { type RawRequest, sendRaw } from '../../testing/raw.ts';
import { refused, refusedFields } from '../../testing/refused.ts';
import {
  beginPatch,
  bytesType,
  createUpload,
  sendBytes,
  sendTus,
  tusHeaders,
  videoBytes,
} from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';
import { freeBytesIn } from '../platform/disk/space.ts';
import { newId } from '../platform/ids.ts';

let lectern: Lectern;
let group: TestGroup;
let by: { url: string; token: string };
let at: { spaceId: string; assetId: string };
let all: string;
let path: string;
before(async () => {
  lectern = await startInProcess();
  group = await makeGroup(lectern, { isPublic: false }, { isPublic: false });
  by = { url: lectern.url, token: lectern.owner.personalToken };
  const upload = await createUpload(by, { spaceId: group.spaceId, size: 1000 });
  at = { spaceId: group.spaceId, assetId: upload.id };
  all = `/v1/spaces/${group.spaceId}/assets`;
  path = upload.path;
});
after(() => lectern?.remove());

const everything = (api: Client) => [
  () => api.listAssets(at),
  () => api.getAsset(at),
  () => api.updateAsset({ ...at, body: { name: 'Taken over' } }),
  () => api.deleteAsset(at),
];

/** The requests of tus that would succeed. */
const tusRequests = (): RawRequest[] => [
  { method: 'POST', path: all, headers: { ...tusHeaders, 'upload-length': '1000' } },
  { method: 'HEAD', path, headers: tusHeaders },
  {
    ...{ method: 'PATCH', path, type: bytesType, body: videoBytes(1000) },
    headers: { ...tusHeaders, 'upload-offset': '0' },
  },
];

async function allRefused(
  token: string | undefined,
  [code, status]: [Parameters<typeof refused>[1], number],
) {
  for (const ask of everything(lectern.client(token))) await refused(ask(), code);
  for (const request of tusRequests()) {
    const answer = await sendRaw(lectern.url, { ...request, ...(token !== undefined && { token }) });
    assert.equal(answer.status, status, `${request.method} with ${token}`);
    if (request.method !== 'HEAD') assert.equal(answer.body.code, code);
  }
}

test('a missing or unknown credential is 401', async () => {
  await allRefused(undefined, ['unauthorized', 401]);
  await allRefused(`lpt_${'A'.repeat(43)}`, ['unauthorized', 401]);
});

test('a stranger to the group and its client token get 404', async () => {
  const stranger = await makeUser(lectern, 'stranger');
  await allRefused(stranger.token, ['not_found', 404]);
  await allRefused(lectern.owner.clientToken, ['not_found', 404]);
});

test('a member, and people in a call, may not upload or see uploads', async () => {
  const member = await makeUser(lectern, 'member');
  const body = { role: 'role_space_user' } as const;
  const { id: inviteId } = await group.owner.createInvite({ spaceId: at.spaceId, body });
  await member.api.activateInvite({ spaceId: at.spaceId, inviteId });
  await allRefused(member.token, ['forbidden', 403]);
  const guest = await enterBy(lectern, group, { url: await makeLink(group, { role: 'moderator' }) });
  for (const ask of everything(guest.api)) await refused(ask(), 'not_found');
  const tab = await openLink(lectern, await makeLink(group, { role: 'moderator' }), 'a browser');
  for (const ask of everything(tab)) await refused(ask(), 'not_found');
});

test('an upload of another group, an unknown one and a malformed id are 404', async () => {
  const other = await makeGroup(lectern);
  for (const assetId of [at.assetId, newId(), 'x']) {
    const place = { spaceId: other.spaceId, assetId };
    for (const ask of [
      () => group.owner.getAsset(place),
      () => group.owner.updateAsset({ ...place, body: { name: 'x' } }),
      () => group.owner.deleteAsset(place),
    ])
      await refused(ask(), 'not_found');
    const request = { method: 'PATCH', path: `/v1/spaces/${other.spaceId}/assets/${assetId}` };
    assert.equal((await sendTus(by, { ...request, headers: { 'upload-offset': '0' } })).status, 404);
  }
});

test('another version of tus, other content and bad headers are refused with every fault', async () => {
  const codeOf = async (request: RawRequest) =>
    (await sendRaw(lectern.url, { token: by.token, ...request })).body.code;
  const offset = { ...tusHeaders, 'upload-offset': '0' };
  const patch = { method: 'PATCH', path, type: bytesType, body: videoBytes(10) };
  assert.equal(await codeOf({ path: all, headers: { 'upload-length': '5' } }), 'tus_version_unsupported');
  const older = await sendRaw(lectern.url, {
    ...patch,
    token: by.token,
    headers: { 'tus-resumable': '0.2.2' },
  });
  assert.deepEqual([older.status, older.headers.get('tus-version')], [412, '1.0.0']);
  // The HEAD of getAsset, by a client that does not speak tus.
  assert.equal((await sendRaw(lectern.url, { method: 'HEAD', path, token: by.token })).status, 200);
  assert.equal(await codeOf({ ...patch, type: 'video/mp4', headers: offset }), 'unsupported_media_type');
  assert.equal(
    await codeOf({ ...patch, type: 'application/json', headers: offset }),
    'unsupported_media_type',
  );
  assert.equal(await codeOf({ ...patch, headers: tusHeaders }), 'validation_failed');
  assert.equal(
    await codeOf({ ...patch, headers: { ...offset, 'upload-offset': '-1' } }),
    'validation_failed',
  );
  assert.equal(
    await codeOf({ ...patch, headers: { ...offset, 'upload-offset': '9' } }),
    'upload_offset_wrong',
  );
  assert.equal(await codeOf({ ...patch, headers: offset }), 'validation_failed');
  const bad = await sendTus(by, { path: all, headers: { 'upload-length': 'x', 'upload-metadata': 'a %' } });
  assert.deepEqual(
    (bad.body.details as { path: string }[]).map((detail) => detail.path),
    ['Upload-Length', 'Upload-Metadata'],
  );
  assert.equal(
    await codeOf({ path: all, headers: { ...tusHeaders, 'upload-length': '1', 'idempotency-key': 'a b' } }),
    'validation_failed',
  );
  await refusedFields(group.owner.updateAsset({ ...at, body: { name: ' ' } }), 'name');
});

test('other methods are 405, and OPTIONS describes the protocol', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    assert.equal((await sendTus(by, { method, path: all })).status, 405, method);
  const post = await sendTus(by, { method: 'POST', path });
  assert.deepEqual([post.status, post.headers.get('allow')], [405, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT']);
  const options = await sendRaw(lectern.url, { method: 'OPTIONS', path: all, token: by.token });
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('tus-max-size'), '10000000000');
  assert.match(options.headers.get('tus-extension') ?? '', /creation,.*termination/);
});

test('a revoked credential ends the upload at the next request', async () => {
  const { id, token } = await group.owner.createPersonalToken({ body: { name: 'for a while' } });
  const upload = await createUpload({ ...by, token }, { spaceId: at.spaceId, size: 1000 });
  await group.owner.deletePersonalToken({ tokenId: id });
  const headers = { 'upload-offset': '0' };
  const request = { method: 'PATCH', path: upload.path, type: bytesType, body: videoBytes(1000), headers };
  assert.equal((await sendTus({ ...by, token }, request)).status, 401);
  assert.equal((await sendTus(by, request)).status, 204);
});

test('a full disk refuses new uploads and pauses running ones', async () => {
  const full = await startInProcess({ LECTERN_MIN_FREE_DISK: '1000TB' });
  try {
    const { spaceId } = await makeGroup(full);
    const token = full.owner.personalToken;
    const answer = await sendTus(
      { url: full.url, token },
      { path: `/v1/spaces/${spaceId}/assets`, headers: { 'upload-length': '1000' } },
    );
    assert.deepEqual([answer.status, answer.body.code], [409, 'upload_no_space']);
    await full.stop();
    await full.start({ LECTERN_MIN_FREE_DISK: '1MB' });
    const upload = await createUpload({ url: full.url, token }, { spaceId, size: 1000 });
    await full.stop();
    await full.start();
    const later = await sendTus(
      { url: full.url, token },
      {
        ...{ method: 'PATCH', path: upload.path, type: bytesType, body: videoBytes(1000) },
        headers: { 'upload-offset': '0' },
      },
    );
    assert.deepEqual([later.status, later.body.code], [409, 'upload_no_space']);
  } finally {
    await full.remove();
  }
});

test('ninety uploads side by side get no more of the disk than is there', async () => {
  const size = 15 * 2 ** 20;
  const free = await freeBytesIn(tmpdir());
  // 500 MB are there. Other tests write meanwhile, so the number of uploads that fit is not exact.
  const full = await startInProcess({ LECTERN_MIN_FREE_DISK: String(free - 500_000_000) });
  try {
    const { spaceId } = await makeGroup(full);
    const of = { url: full.url, token: full.owner.personalToken };
    const paths = await Promise.all(Array.from({ length: 90 }, () => createUpload(of, { spaceId, size })));
    const sent = paths.map((one) => beginPatch(of, one.path, { length: size, offset: 0 }));
    for (const { socket } of sent) socket.write('x');
    const refusedOnes = () => sent.filter(({ answer }) => answer().includes('upload_no_space'));
    await waitUntil(() => refusedOnes().length >= 40, {
      ...{ timeout: 20_000, message: () => `40 refusals, not ${refusedOnes().length}` },
    });
    const taken = sent.filter(({ answer }) => answer() === '');
    assert.ok(taken.length >= 10, `${taken.length} were taken`);
    for (const { socket } of sent) socket.destroy();
    const [{ path: later } = { path: '' }] = paths;
    const request = { path: later, offset: 0, body: videoBytes(size) };
    await waitUntil(async () => (await sendBytes(of, request)).status === 204, {
      ...{ timeout: 20_000, message: 'the space to be given back' },
    });
  } finally {
    await full.remove();
  }
});

test('an upload in very small pieces is refused before there are too many of them', async () => {
  const database = await databaseOf(lectern);
  const { id, path: small } = await createUpload(by, { spaceId: at.spaceId, size: 1000 });
  const writePieces = (assetId: string) =>
    sql`INSERT INTO asset_pieces (key, asset_id, first)
      SELECT 'none/' || ${assetId}::text || n, ${assetId}, 0 FROM generate_series(1, 12001) n`.execute(
      database.db,
    );
  await writePieces(id);
  const body = videoBytes(20);
  assert.equal((await sendBytes(by, { path: small, offset: 0, body })).body.code, 'too_many_uploads');
  const large = await createUpload(by, { spaceId: at.spaceId, size: 1_000_000 });
  await writePieces(large.id);
  assert.equal((await sendBytes(by, { path: large.path, offset: 0, body })).status, 204);
  await database.close();
});
