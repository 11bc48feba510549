import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { makeGroup } from '../../testing/group.ts';
import { type LecternProcess, startLectern } from '../../testing/lectern.ts';
import { createUpload, offsetOf, sendBytes, videoBytes } from '../../testing/uploads.ts';
import { waitUntil } from '../../testing/wait.ts';

// A process of its own, because it is killed.
let lectern: LecternProcess;
before(async () => {
  lectern = await startLectern({ LECTERN_MIN_FREE_DISK: '1MB' });
});
after(() => lectern?.remove());

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a server that is killed twice never reports more than it has, and the file is whole', {
  timeout: 240_000,
}, async () => {
  const { owner, spaceId } = await makeGroup(lectern);
  const by = { url: lectern.url, token: lectern.owner.personalToken };
  const bytes = videoBytes(40_000_000, 'mkv');
  const { path, id } = await createUpload(by, { spaceId, size: bytes.length });
  let reported = 0;
  for (const share of [0.5, 1]) {
    const sending = sendBytes(by, { path, offset: reported, body: bytes.subarray(reported) }).catch(
      () => undefined,
    );
    await waitUntil(async () => (await offsetOf(by, path)) >= bytes.length * (share - 0.25), {
      ...{ timeout: 60_000, message: 'some pieces', interval: 5 },
    });
    await lectern.kill();
    await sending;
    await lectern.start();
    const offset = await offsetOf(by, path);
    assert.ok(offset >= reported && offset <= bytes.length, `${offset} after ${reported}`);
    reported = offset;
  }
  if (reported < bytes.length)
    assert.equal(
      (await sendBytes(by, { path, offset: reported, body: bytes.subarray(reported) })).status,
      204,
    );
  const at = { spaceId, assetId: id };
  await waitUntil(async () => (await owner.getAsset(at)).state === 'ready', {
    ...{ timeout: 60_000, message: 'the video to be ready' },
  });
  const { fileUrl } = await owner.getAsset(at);
  assert.equal(hashOf(new Uint8Array(await (await fetch(fileUrl ?? '')).arrayBuffer())), hashOf(bytes));
});
