import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { withoutStorage } from '../../../../testing/engines/object-storage.ts';
import { shorten } from '../../../../testing/timings.ts';
import { FilesAway, FilesRefused } from '../files.ts';
import { S3Store, timings } from '../s3.ts';
import { type S3Stage, s3Stage, storeOn, unserved } from '../testing/contract-stages.ts';

const mebibyte = 1024 * 1024;
const video = { contentType: 'video/mp4' };

suite('an S3 storage that fails', { skip: withoutStorage() }, () => {
  let stage: S3Stage;
  before(async () => {
    stage = await s3Stage();
  });
  after(() => stage?.remove());

  /** A sparse file of this size. */
  const made = (name: string, bytes: number): string => {
    const path = join(stage.outside, name);
    writeFileSync(path, '');
    truncateSync(path, bytes);
    return path;
  };

  test('a long file is sent in parts, few of which are in memory', async () => {
    const path = made('long', 300 * mebibyte);
    const before = process.memoryUsage.rss();
    let peak = 0;
    const onProgress = () => {
      peak = Math.max(peak, process.memoryUsage.rss());
    };
    await stage.store.put('records/long.mp4', path, { ...video, onProgress });
    assert.deepEqual(await stage.store.stat('records/long.mp4'), { bytes: 300 * mebibyte });
    assert.ok(peak - before < 150 * mebibyte, `${Math.round((peak - before) / mebibyte)} MiB more`);
    assert.deepEqual(stage.storage.unfinished(), []);
    await stage.store.remove(['records/long.mp4']);
  });

  test('an aborted upload removes the parts that were sent', async () => {
    const path = made('ended', 100 * mebibyte);
    const ending = new AbortController();
    const onProgress = () => ending.abort(new Error('enough'));
    const putting = stage.store.put('records/ended.mp4', path, {
      ...video,
      signal: ending.signal,
      onProgress,
    });
    await assert.rejects(putting, /enough/);
    assert.equal(await stage.store.stat('records/ended.mp4'), undefined);
    assert.deepEqual(stage.storage.unfinished(), []);
  });

  test('a storage that crashes during an upload is reported as away, and the next try stores the file and cleans up', async () => {
    const path = made('interrupted', 100 * mebibyte);
    let killed: Promise<void> | undefined;
    const onProgress = () => {
      killed ??= stage.storage.kill();
    };
    await assert.rejects(
      stage.store.put('records/interrupted.mp4', path, { ...video, onProgress }),
      FilesAway,
    );
    assert.ok(killed);
    await stage.storage.start();
    assert.equal(await stage.store.stat('records/interrupted.mp4'), undefined);
    assert.notDeepEqual(stage.storage.unfinished(), [], 'nobody could take it back');
    await stage.store.put('records/interrupted.mp4', path, video);
    assert.deepEqual(await stage.store.stat('records/interrupted.mp4'), { bytes: 100 * mebibyte });
    assert.deepEqual(stage.storage.unfinished(), []);
  });

  test('a file that shrinks while it is sent is not stored', async () => {
    const path = made('shrinking', 100 * mebibyte);
    const onProgress = () => truncateSync(path, 10);
    await assert.rejects(stage.store.put('records/shrinking.mp4', path, { ...video, onProgress }), /shorter/);
    assert.equal(await stage.store.stat('records/shrinking.mp4'), undefined);
    assert.deepEqual(stage.storage.unfinished(), []);
  });

  const notThere = /: unknown bucket or access key \(404\)\.$/;
  const wrong: [string, object, RegExp][] = [
    [
      'secret',
      { secretAccessKey: 'another secret' },
      /: unknown access key, or the key has no right to do this \(403\)\.$/,
    ],
    ['key', { accessKeyId: 'another key' }, notThere],
    ['bucket', { bucket: 'another-bucket' }, notThere],
  ];
  for (const [what, changes, sentence] of wrong) {
    test(`a wrong ${what} is a refusal of every call`, async () => {
      const store = storeOn(stage.storage, changes);
      await assert.rejects(store.health(), FilesRefused);
      await assert.rejects(store.put('records/a.mp4', made('a', 10), video), FilesRefused);
      await assert.rejects(store.put('records/a.mp4', made('a', 20 * mebibyte), video), FilesRefused);
      await assert.rejects(store.stat('records/a.mp4'), FilesRefused);
      await assert.rejects(store.remove(['records/a.mp4']), FilesRefused);
      await assert.rejects(store.health(), sentence);
      await assert.rejects(store.health(), (error: Error) => !error.message.includes('another secret'));
    });
  }

  test('an unreachable endpoint and an unknown host are reported as away', async () => {
    for (const endpoint of [new URL('http://127.0.0.1:9'), new URL('http://storage.invalid')]) {
      const store = storeOn(stage.storage, { endpoint });
      await assert.rejects(
        store.health(),
        (error) => error instanceof FilesAway && !(error instanceof FilesRefused),
      );
      await assert.rejects(store.stat('a'), /The object storage did not describe a file: .+/);
    }
  });
});

test('an upload to a hanging storage aborts within seconds, and the next try cleans up', {
  skip: withoutStorage(),
}, async (t) => {
  shorten(timings, { answerMs: 3000 }, t);
  const stage = await s3Stage();
  try {
    const path = join(stage.outside, 'hanging');
    writeFileSync(path, '');
    truncateSync(path, 100 * mebibyte);
    const ending = new AbortController();
    let orderedAt = 0;
    const onProgress = () => {
      if (ending.signal.aborted) return;
      stage.storage.freeze();
      orderedAt = performance.now();
      ending.abort(new Error('enough'));
    };
    const putting = stage.store.put('records/hanging.mp4', path, {
      ...video,
      signal: ending.signal,
      onProgress,
    });
    await assert.rejects(putting, /enough/);
    const took = performance.now() - orderedAt;
    assert.ok(took < 5000 + timings.answerMs, `the abort took ${Math.round(took)} ms`);
    const notInTime = /The object storage did not .*: no answer in time\.$/;
    const asked = [stage.store.health(), stage.store.stat('records/a'), stage.store.remove(['records/a'])];
    await Promise.all(asked.map((answer) => assert.rejects(answer, notInTime)));
    stage.storage.thaw();
    assert.equal(await stage.store.stat('records/hanging.mp4'), undefined);
    await stage.store.put('records/hanging.mp4', path, video);
    assert.deepEqual(stage.storage.unfinished(), []);
  } finally {
    stage.storage.thaw();
    await stage.remove();
  }
});

test('a full storage is reported as away and stores nothing', { skip: withoutStorage() }, async () => {
  const stage = await s3Stage({ mostBytes: 10 * mebibyte });
  try {
    const path = join(stage.outside, 'long');
    writeFileSync(path, '');
    truncateSync(path, 40 * mebibyte);
    await assert.rejects(stage.store.put('records/long.mp4', path, video), FilesAway);
    assert.equal(await stage.store.stat('records/long.mp4'), undefined);
    assert.deepEqual(stage.storage.unfinished(), []);
    truncateSync(path, 5 * mebibyte);
    await stage.store.put('records/long.mp4', path, video);
  } finally {
    await stage.remove();
  }
});

test('pages may play from the origin of the presigned URLs', async () => {
  const parts = { ...unserved, region: 'eu-central-1', accessKeyId: 'key', secretAccessKey: 'secret' };
  const options = {
    name: 'a',
    contentType: 'video/mp4',
    disposition: 'inline' as const,
    until: new Date(Date.now() + 60_000),
  };
  const places: [string, string][] = [
    ['https://s3.eu-central-1.amazonaws.com', 'lectern'],
    ['https://s3.eu-central-1.amazonaws.com', 'lectern.files'],
    ['https://storage.example.org:9000', 'lectern'],
    ['http://10.0.0.5:9000', 'lectern'],
  ];
  for (const [endpoint, bucket] of places) {
    const store = new S3Store({ ...parts, endpoint: new URL(endpoint), bucket });
    const address = new URL(await store.addressOf('records/a.mp4', options));
    assert.deepEqual(store.origins, [address.origin]);
    assert.ok(address.href.includes(bucket));
  }
});
