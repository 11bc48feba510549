import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { databaseOf } from '../../testing/database.ts';
import { makeGroup, type TestGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { sendRaw } from '../../testing/raw.ts';
import { refused } from '../../testing/refused.ts';
import { shorten } from '../../testing/timings.ts';
import {
  beginPatch,
  bytesType,
  createUpload,
  metadataOf,
  offsetOf,
  sendBytes,
  sendTus,
  videoBytes,
} from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';
import { removeExpiredUploads } from './assets.ts';
import { timings } from './receiving/receive.ts';

const mebibyte = 1024 * 1024;

let lectern: Lectern;
let group: TestGroup;
let by: { url: string; token: string };
before(async () => {
  lectern = await startInProcess({ LECTERN_UPLOAD_MAX: '100MB', LECTERN_MIN_FREE_DISK: '1MB' });
  group = await makeGroup(lectern);
  by = { url: lectern.url, token: lectern.owner.personalToken };
});
after(() => lectern?.remove());

const at = (assetId: string) => ({ spaceId: group.spaceId, assetId });
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const folderOf = (id: string) => join(lectern.dataDir, 'files/assets', id);
const filesOf = (id: string) => (existsSync(folderOf(id)) ? readdirSync(folderOf(id)).sort() : []);

async function hashAt(id: string): Promise<string> {
  const { fileUrl } = await group.owner.getAsset(at(id));
  return hashOf(new Uint8Array(await (await fetch(fileUrl ?? '')).arrayBuffer()));
}

const isReady = (id: string) =>
  waitUntil(async () => (await group.owner.getAsset(at(id))).state === 'ready', {
    ...{ timeout: 20_000, message: 'the upload to be ready' },
  });

test('an upload in several requests becomes one file, which its URL serves with ranges', async () => {
  const bytes = videoBytes(40 * mebibyte);
  const { path, id } = await createUpload(by, { spaceId: group.spaceId, size: bytes.length });
  assert.equal(path, `/v1/spaces/${group.spaceId}/assets/${id}`);
  const empty = await group.owner.getAsset(at(id));
  assert.deepEqual(
    [empty.state, empty.received, empty.contentType, empty.fileUrl],
    ['uploading', 0, null, null],
  );

  const parts = [20, 50, 35 * mebibyte, bytes.length];
  let offset = 0;
  for (const end of parts) {
    const { status, headers } = await sendBytes(by, { path, offset, body: bytes.subarray(offset, end) });
    assert.equal(status, 204);
    assert.equal(headers.get('upload-offset'), String(end));
    assert.equal(headers.get('tus-resumable'), '1.0.0');
    offset = end;
    assert.equal(await offsetOf(by, path), end);
  }
  await isReady(id);
  const asset = await group.owner.getAsset(at(id));
  assert.deepEqual(
    [asset.name, asset.fileName, asset.contentType, asset.fileSize, asset.received, asset.expiresAt],
    ['Lesson 1', 'Lesson 1.mp4', 'video/mp4', bytes.length, bytes.length, null],
  );
  const answer = await fetch(asset.fileUrl ?? '');
  assert.equal(hashOf(new Uint8Array(await answer.arrayBuffer())), hashOf(bytes));
  assert.equal(answer.headers.get('content-type'), 'video/mp4');
  const part = await fetch(asset.fileUrl ?? '', { headers: { range: 'bytes=5-9' } });
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(5, 10));
  await waitUntil(() => filesOf(id).join() === 'video', {
    timeout: 20_000,
    message: 'the pieces to be gone',
  });
  assert.deepEqual(readdirSync(join(lectern.dataDir, 'uploads')), []);
  // A client whose last response was lost asks again.
  assert.equal(await offsetOf(by, path), bytes.length);

  await group.owner.deleteAsset(at(id));
  assert.equal((await fetch(asset.fileUrl ?? '')).status, 404);
  await waitUntil(() => !existsSync(folderOf(id)), { timeout: 20_000, message: 'the file to be gone' });
});

test('a creation may bring the first bytes', async () => {
  const bytes = videoBytes(3000, 'webm');
  const answer = await sendTus(by, {
    path: `/v1/spaces/${group.spaceId}/assets`,
    headers: {
      'upload-length': '3000',
      'upload-metadata': metadataOf({ filename: 'a.webm', name: 'Algebra: the whole course' }),
    },
    ...{ type: bytesType, body: bytes.subarray(0, 1000) },
  });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('upload-offset'), '1000');
  const path = answer.headers.get('location') ?? '';
  await sendBytes(by, { path, offset: 1000, body: bytes.subarray(1000) });
  const id = path.split('/').at(-1) ?? '';
  await isReady(id);
  const { name, contentType } = await group.owner.updateAsset({ ...at(id), body: { name: 'Course' } });
  assert.deepEqual([name, contentType], ['Course', 'video/webm']);
  const list = (query: object) => group.owner.listAssets({ spaceId: group.spaceId, query });
  assert.deepEqual(
    (await list({ name: 'cour', state: 'ready' })).items.map((one) => one.id),
    [id],
  );
  assert.equal((await list({ name: 'cour', state: 'uploading' })).total, 0);
});

test('the same Idempotency-Key creates one upload', async () => {
  const request = {
    path: `/v1/spaces/${group.spaceId}/assets`,
    headers: { 'upload-length': '3000', 'idempotency-key': 'lesson-1' },
  };
  const [first, second] = [await sendTus(by, request), await sendTus(by, request)];
  assert.equal(second.headers.get('location'), first.headers.get('location'));
  const other = { ...request, headers: { ...request.headers, 'upload-length': '3001' } };
  assert.equal((await sendTus(by, other)).body.code, 'idempotency_key_reused');
});

test('a wrong offset is refused, and of two requests with the same bytes one counts', async () => {
  const bytes = videoBytes(4 * mebibyte);
  const { path, id } = await createUpload(by, { spaceId: group.spaceId, size: bytes.length });
  const wrong = await sendBytes(by, { path, offset: 7, body: bytes.subarray(7) });
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'upload_offset_wrong']);
  const body = bytes.subarray(0, 2 * mebibyte);
  const both = await Promise.all([
    sendBytes(by, { path, offset: 0, body }),
    sendBytes(by, { path, offset: 0, body }),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 409]);
  assert.equal(await offsetOf(by, path), body.length);
  await sendBytes(by, { path, offset: body.length, body: bytes.subarray(body.length) });
  await isReady(id);
  assert.equal(await hashAt(id), hashOf(bytes));
});

test('too many bytes, a file beyond the maximum and a file that is no video are refused', async () => {
  const { spaceId } = group;
  const tooLarge = await sendTus(by, {
    path: `/v1/spaces/${spaceId}/assets`,
    headers: { 'upload-length': String(101_000_000) },
  });
  assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'upload_too_large']);
  const { path } = await createUpload(by, { spaceId, size: 1000 });
  const more = await sendBytes(by, { path, offset: 0, body: videoBytes(1001) });
  assert.deepEqual([more.status, more.body.code], [413, 'upload_too_large']);
  assert.equal(await offsetOf(by, path), 0);
  const none = await createUpload(by, { spaceId, size: 1000 });
  const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(1000));
  const notVideo = await sendBytes(by, { path: none.path, offset: 0, body: page });
  assert.deepEqual([notVideo.status, notVideo.body.code], [422, 'not_a_video']);
  await refused(group.owner.getAsset(at(none.id)), 'not_found');
  await waitUntil(() => filesOf(none.id).length === 0, { timeout: 10_000, message: 'no files' });
  const tiny = await createUpload(by, { spaceId, size: 3 });
  const answer = await sendBytes(by, { path: tiny.path, offset: 0, body: videoBytes(64).subarray(0, 3) });
  assert.equal(answer.body.code, 'not_a_video');
});

/** Opens a request whose body stays unfinished. */
test('the bytes before a broken connection are kept', async () => {
  const bytes = videoBytes(3 * mebibyte);
  const { path, id } = await createUpload(by, { spaceId: group.spaceId, size: bytes.length });
  const { socket } = beginPatch(by, path, { length: bytes.length, offset: 0 });
  socket.write(bytes.subarray(0, mebibyte), () => socket.end());
  // Node drops what it had not handed over yet.
  const offset = await waitUntil(() => offsetOf(by, path), { timeout: 20_000, message: 'bytes to be kept' });
  assert.ok(offset > mebibyte / 2 && offset <= mebibyte, `${offset} bytes were kept`);
  await sendBytes(by, { path, offset, body: bytes.subarray(offset) });
  await isReady(id);
  assert.equal(await hashAt(id), hashOf(bytes));
  // Too little to show what it is: nothing is kept.
  const other = await createUpload(by, { spaceId: group.spaceId, size: 100 });
  const short = beginPatch(by, other.path, { length: 100, offset: 0 });
  short.socket.write(bytes.subarray(0, 8), () => short.socket.end());
  await waitUntil(() => short.socket.closed, { timeout: 10_000, message: 'the end of the connection' });
  assert.equal(await offsetOf(by, other.path), 0);
});

test('a client that pauses for ever gets a response with the offset, and its connection is closed', async (t) => {
  shorten(timings, { bodySeconds: 0.5 }, t);
  const bytes = videoBytes(mebibyte);
  const { path } = await createUpload(by, { spaceId: group.spaceId, size: bytes.length });
  const { socket, answer } = beginPatch(by, path, { length: bytes.length, offset: 0 });
  socket.write(bytes.subarray(0, 1000));
  await waitUntil(() => answer().includes('\r\n\r\n'), { timeout: 10_000, message: 'a response' });
  assert.match(answer(), /^HTTP\/1\.1 204/);
  assert.match(answer(), /upload-offset: 1000\r\n/);
  await waitUntil(() => socket.closed, { timeout: 10_000, message: 'the end of the connection' });
});

test('an upload that nobody continues is deleted after a day', async () => {
  const { path, id } = await createUpload(by, { spaceId: group.spaceId, size: 1000 });
  await sendBytes(by, { path, offset: 0, body: videoBytes(1000).subarray(0, 500) });
  const database = await databaseOf(lectern);
  const { db, pool } = database;
  await removeExpiredUploads(db);
  assert.equal(await offsetOf(by, path), 500);
  await pool.query("UPDATE assets SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
  await removeExpiredUploads(db);
  await database.close();
  await refused(group.owner.getAsset(at(id)), 'not_found');
});

test('the deletion of a group removes its files', async () => {
  const other = await makeGroup(lectern);
  const { path, id } = await createUpload(by, { spaceId: other.spaceId, size: 1000 });
  await sendBytes(by, { path, offset: 0, body: videoBytes(1000) });
  const unfinished = await createUpload(by, { spaceId: other.spaceId, size: 1000 });
  await sendBytes(by, { path: unfinished.path, offset: 0, body: videoBytes(1000).subarray(0, 100) });
  await other.owner.deleteSpace({ spaceId: other.spaceId });
  for (const one of [id, unfinished.id]) {
    await waitUntil(() => !existsSync(folderOf(one)), { timeout: 20_000, message: 'the files to be gone' });
  }
  assert.equal((await sendRaw(lectern.url, { method: 'HEAD', path, token: by.token })).status, 404);
});
