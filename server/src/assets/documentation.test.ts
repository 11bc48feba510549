import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { Upload } from 'tus-js-client';
import { openGuide, type Shell, shellOf } from '../../testing/answers/documents.ts';
import { assertLike } from '../../testing/answers/shown-answer.ts';
import { makeGroup } from '../../testing/group.ts';
import { startInProcess } from '../../testing/in-process.ts';
import type { Lectern } from '../../testing/lectern.ts';
import { shorten } from '../../testing/timings.ts';
import { videoBytes } from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';
import { timings } from './receiving/receive.ts';

const root = resolve(import.meta.dirname, '../../..');
const video = join(root, 'introduction.mp4');
const guide = openGuide('docs/integrators/uploads.md');

let lectern: Lectern;
let shell: Shell;
before(async () => {
  lectern = await startInProcess({ LECTERN_MIN_FREE_DISK: '1MB' });
  shell = shellOf(lectern);
});
after(async () => {
  rmSync(video, { force: true });
  await shell?.end('');
  await lectern?.remove();
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('every block of the guide works when it is pasted', async () => {
  writeFileSync(video, videoBytes(40_000_000));
  await guide.adaptTo(lectern);
  await shell.paste(guide.next());
  const uploaded = await shell.paste(guide.next());
  assert.match(uploaded, /^20 %\n(.*%\n)+100 %\n\/v1\/spaces\//m);
  const asset = JSON.parse(await shell.paste(guide.next()));
  assertLike(asset, JSON.parse(guide.next('json')), 'the uploaded video');
  assert.deepEqual([asset.state, asset.fileSize], ['ready', 40_000_000]);
  assert.match(await shell.paste(guide.next()), /^Introduction to algebra\n\s*0\n$/);
  guide.assertUsed();
});

/** Starts a stock client that sends the whole file in one request. */
function startUpload(endpoint: string, bytes: Buffer, onBytes: (sent: number) => void) {
  const { promise, resolve: done, reject } = Promise.withResolvers<string>();
  const upload = new Upload(bytes, {
    endpoint,
    headers: { authorization: `Bearer ${lectern.owner.personalToken}` },
    metadata: { filename: 'lesson.mp4', filetype: 'video/mp4' },
    retryDelays: [0, 50, 50, 50, 50],
    onProgress: onBytes,
    onSuccess: () => done(upload.url ?? ''),
    onError: reject,
  });
  upload.start();
  return { upload, uploaded: promise };
}

/** The client counts what it sent ten times a second only: a fast machine may send all of it in between. */
async function startAndPause(endpoint: string, bytes: Buffer) {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    let pausing: Promise<void> | undefined;
    const { promise: paused, resolve: pause } = Promise.withResolvers<number>();
    const started = startUpload(endpoint, bytes, (sent) => {
      if (pausing || sent <= 2_000_000) return;
      pausing = started.upload.abort().then(() => pause(sent));
    });
    const sent = await Promise.race([paused, started.uploaded.then(() => bytes.length)]);
    if (sent < bytes.length) return started;
  }
  throw new Error('no upload was paused before its end');
}

test('a stock client pauses, resumes and outlives the time limit of a request', async (t) => {
  shorten(timings, { bodySeconds: 0.3 }, t);
  const { owner, spaceId } = await makeGroup(lectern);
  const bytes = videoBytes(60_000_000);
  const { upload, uploaded } = await startAndPause(`${lectern.url}/v1/spaces/${spaceId}/assets`, bytes);
  upload.start();
  const url = await uploaded;
  const at = { spaceId, assetId: url.split('/').at(-1) ?? '' };
  await waitUntil(async () => (await owner.getAsset(at)).state === 'ready', {
    ...{ timeout: 30_000, message: 'the video to be ready' },
  });
  const { fileUrl } = await owner.getAsset(at);
  assert.equal(hashOf(new Uint8Array(await (await fetch(fileUrl ?? '')).arrayBuffer())), hashOf(bytes));
});
