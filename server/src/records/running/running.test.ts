import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaiters } from '../../../testing/database.ts';
import { runningWith } from '../../../testing/processes/processes.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { putRecorderNode } from '../../../testing/records/records.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { shorten } from '../../../testing/waits.ts';
import type { Script } from '../../engines/recorder/testing/stand-in/script.ts';
import { TaskLease } from '../../platform/concurrency/lease.ts';
import { newId } from '../../platform/ids.ts';
import { abortRecord, failRecord, markPictureArrived, stopRecord } from '../lifecycle.ts';
import { waits as placeWaits } from '../slots.store.ts';
import { lockRecord, markDeleted, voicesOf } from '../store.ts';
import { waits as mindingWaits, startRemovingFiles } from './file-removal.ts';
import { type LostNodesParts, waits as lostWaits, startWatchingRecorderNodes } from './lost.ts';
import { waits as runnerWaits } from './runner.ts';
import { findLeftoverFiles } from './running.store.ts';
import { waits as stepWaits } from './step-runner.ts';
import { type RecorderNode, startRecorderNode } from './testing/recorder-node.ts';

suite('a node brings its recordings to their ends', { timeout: 300_000 }, () => {
  let stage: RecorderNode;
  before(async () => {
    stage = await startRecorderNode();
  });
  after(async () => {
    await stage?.remove();
  });
  let stopMinding: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await stopMinding?.();
    await stage.stop();
  });
  shorten(runnerWaits, { pausesMs: [100, 200, 500] });
  shorten(placeWaits, { goneAfterSeconds: 3 });
  shorten(lostWaits, { lookMs: 100, watchedSeconds: 2 });
  const mind = () => {
    const { db, pool } = stage.database;
    stopMinding = startRemovingFiles(
      { db, pool, files: stage.files, log: quietLog },
      new TaskLease(db, { name: 'files', holder: stage.node, seconds: 5 }),
    );
  };
  /** Takes the role of another node until the test is over. */
  const watch = (recorder: LostNodesParts['recorder'] = stage.recorder) => {
    const { lifecycle, database } = stage;
    const records = {
      ...{ ...lifecycle, files: {} as never, minFreeBytes: 0, maxMinutes: undefined, log: quietLog },
    };
    stopMinding = startWatchingRecorderNodes({
      ...{ node: newId(), db: database.db, recorder, records, log: quietLog },
    });
  };

  const play = (script: Script) => {
    const dataDir = join(stage.recorder.pathOf(newId(), 'x'), '../../..');
    writeFileSync(join(dataDir, 'stand-in.json'), JSON.stringify(script));
  };
  const stop = (recordId: string, at = new Date()) =>
    stopRecord(stage.lifecycle, stage.database.db, { recordId, at, reason: 'person' });
  const isAtWork = (recordId: string) => runningWith(recordId).length > 0;

  test('a recording from start to finish leaves its files in the storage and no folder', async () => {
    play({});
    stage.start();
    const recordId = await stage.begin();
    const { startedAt } = await stage.reaches(recordId, 'recording');
    assert.ok(startedAt);
    await stop(recordId);
    const record = await stage.reaches(recordId, 'finished');
    const { db } = stage.database;
    const voices = await voicesOf(db, recordId);
    assert.equal(voices.length, 1);
    const base = `records/${record.spaceId}/${recordId}`;
    assert.deepEqual(record.files, {
      video: `${base}/video.mp4`,
      poster: `${base}/poster.jpg`,
      preview: `${base}/preview.mp4`,
      speech: `${base}/speech.json`,
    });
    assert.equal(voices[0]?.key, `${base}/voice-1.ogg`);
    for (const key of [...Object.values(record.files), `${base}/voice-1.ogg`]) {
      assert.ok(((await stage.files.stat(key))?.bytes ?? 0) > 0, key);
    }
    assert.equal(record.isPartial, false);
    assert.equal(record.quality, null);
    assert.equal(record.progress, null);
    assert.ok(Number(record.bytes) > 0 && (record.duration ?? 0) > 0);
    await stage.gone(recordId);
  });

  test('a recording without a picture in time fails, and its recorder is ended', async () => {
    play({ pictureAfterMs: 60_000 });
    stage.start();
    const recordId = await stage.begin({ createdAt: new Date(Date.now() - 8000) });
    const record = await stage.reaches(recordId, 'failed');
    assert.equal(record.failure, 'no_picture');
    assert.equal(record.startedAt, null);
    await stage.gone(recordId);
    assert.ok(!isAtWork(recordId));
  });

  test('a recording whose recorder ends by itself is finished with its media', async () => {
    for (const [reason, isPartial] of [
      ['room_ended', false],
      ['disk_low', true],
      ['engine_lost', true],
    ] as const) {
      play({ endsAfterMs: 700, reason });
      stage.start();
      const recordId = await stage.begin();
      const record = await stage.reaches(recordId, 'finished');
      assert.deepEqual([record.stopReason, record.isPartial], ['recorder', isPartial], reason);
      await stage.gone(recordId);
      await stage.stop();
    }
  });

  test('a recording whose recorder is killed is finished and marked as partial', async () => {
    play({});
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    await stage.recorder.kill(recordId);
    const record = await stage.reaches(recordId, 'finished');
    assert.equal(record.isPartial, true);
    assert.equal(record.stopReason, 'recorder');
    await stage.gone(recordId);
  });

  for (const [where, minFreeBytes, failure] of [
    ['with room on the disk', 0, 'no_picture'],
    ['without', 2 ** 60, 'disk_full'],
  ] as const) {
    test(`a recording whose recorder dies silently before the first picture, ${where}, fails as ${failure}`, async () => {
      play({ pictureAfterMs: 60_000 });
      stage.start({ minFreeBytes });
      const recordId = await stage.begin();
      await waitUntil(() => isAtWork(recordId), { timeout: 30_000, message: 'a recorder to start' });
      await stage.recorder.kill(recordId);
      assert.equal((await stage.reaches(recordId, 'failed')).failure, failure);
      await stage.gone(recordId);
    });
  }

  test('a recorder that does not stop is killed, and its media is finished', async (t) => {
    shorten(stepWaits, { stopsWithinMs: 1000 }, t);
    play({ obeysStop: false });
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    const began = performance.now();
    await stop(recordId);
    const record = await stage.reaches(recordId, 'finished');
    assert.ok(performance.now() - began > 1000);
    assert.equal(record.isPartial, true);
    await stage.gone(recordId);
  });

  test('a recording discarded while it runs leaves no recorder and no folder', async () => {
    play({});
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    await abortRecord(stage.lifecycle, stage.database.db, { recordId, at: new Date() });
    await stage.gone(recordId);
    assert.ok(!isAtWork(recordId));
    assert.equal((await stage.row(recordId))?.state, 'aborted');
  });

  test('a restarted server takes over running recordings and finishes those that ended meanwhile', async () => {
    play({});
    stage.start();
    const [goesOn, ends] = [await stage.begin(), await stage.begin()];
    await stage.reaches(goesOn, 'recording');
    await stage.reaches(ends, 'recording');
    await stage.stop();
    await stage.recorder.kill(ends);
    await stop(goesOn);
    assert.ok(isAtWork(goesOn));
    stage.start();
    await stage.reaches(ends, 'finished');
    const record = await stage.reaches(goesOn, 'finished');
    assert.equal(record.isPartial, false);
  });

  test('while the storage is down no local file is deleted before all are stored', async () => {
    play({});
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    stage.files.isAway = true;
    await stop(recordId);
    const isFinished = async () => (await stage.recorder.look(recordId))?.isFinished;
    await waitUntil(isFinished, { timeout: 20_000, message: 'the files to be made' });
    await waitUntil(() => stage.files.refusals >= 2, { timeout: 20_000, message: 'two tries' });
    await stage.stop();
    stage.start();
    assert.equal((await stage.row(recordId))?.state, 'processing');
    assert.ok(await stage.recorder.look(recordId));
    stage.files.isAway = false;
    await stage.reaches(recordId, 'finished');
    await stage.gone(recordId);
  });

  test('files that cannot be made are tried again', async () => {
    play({ finishFails: 2 });
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    await stop(recordId);
    await stage.reaches(recordId, 'finished');
    await stage.gone(recordId);
  });

  test('a recording that fails after its files were made leaves none in the storage', async () => {
    play({});
    stage.start();
    const recordId = await stage.begin();
    const { spaceId } = await stage.reaches(recordId, 'recording');
    stage.files.isAway = true;
    await stop(recordId);
    await waitUntil(async () => (await stage.recorder.look(recordId))?.isFinished, {
      timeout: 20_000,
      message: 'the files to be made',
    });
    await failRecord(stage.lifecycle, stage.database.db, { recordId, failure: 'room_deleted' });
    await stage.stop();
    stage.files.isAway = false;
    const key = `records/${spaceId}/${recordId}/video.mp4`;
    const path = stage.recorder.pathOf(recordId, 'video.mp4');
    await stage.files.put(key, path, { contentType: 'video/mp4' });
    stage.start();
    await stage.gone(recordId);
    assert.equal(await stage.files.stat(key), undefined);
  });

  test('a folder without a row is kept for now, and no recorder works in it', async () => {
    play({});
    const recordId = newId();
    await stage.recorder.begin({
      ...{ recordId, roomId: newId(), layout: 'speaker', onStage: 'everybody' },
      ...{ pictureBy: new Date(Date.now() + 60_000), maxSeconds: 3600, minFreeBytes: 0 },
    });
    assert.ok(isAtWork(recordId));
    stage.start();
    await waitUntil(() => !isAtWork(recordId), { timeout: 30_000, message: 'its recorder to end' });
    assert.ok(await stage.recorder.look(recordId));
  });

  test('a deleted recording loses its files in the storage and keeps its row', async (t) => {
    shorten(mindingWaits, { everySeconds: 0.1 }, t);
    play({});
    stage.start();
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    await stop(recordId);
    const { files } = await stage.reaches(recordId, 'finished');
    const { db } = stage.database;
    const keys = [...Object.values(files ?? {}), ...(await voicesOf(db, recordId)).map(({ key }) => key)];
    await markDeleted(db, recordId, new Date());
    stage.files.isAway = true;
    stage.files.refusals = 0;
    mind();
    await waitUntil(() => stage.files.refusals > 1, { timeout: 30_000, message: 'two tries' });
    stage.files.isAway = false;
    const areGone = async () => {
      for (const key of keys) if (await stage.files.stat(key)) return false;
      return true;
    };
    await waitUntil(areGone, { timeout: 30_000, message: 'the files to be gone' });
    await waitUntil(async () => (await findLeftoverFiles(db)).length === 0, {
      timeout: 30_000,
      message: 'the removal to be stored',
    });
    assert.equal(keys.length, 5);
    assert.equal((await stage.row(recordId))?.state, 'finished');
  });

  const seen = (seenSeconds: number, id?: string) =>
    putRecorderNode(stage.database.db, { places: 1, seenSeconds }, id);

  test('a node that froze and returns ends its recorder, and its recording ends at the time the room was told', async () => {
    play({});
    stage.start();
    await seen(0, stage.node);
    const recordId = await stage.begin();
    await stage.reaches(recordId, 'recording');
    await stage.stop();
    watch();
    const { stopReason, stoppedAt } = await stage.reaches(recordId, 'processing');
    assert.equal(stopReason, 'recorder_lost');
    assert.ok(isAtWork(recordId), 'the recorder is still running');
    stage.start();
    const record = await stage.reaches(recordId, 'finished');
    assert.deepEqual([record.isPartial, record.stoppedAt], [true, stoppedAt]);
    await stage.gone(recordId);
    assert.ok(!isAtWork(recordId));
  });

  test('another node fails the recordings of a node that does not return, after it watched that node itself', async (t) => {
    shorten(lostWaits, { failAfterSeconds: 6 }, t);
    const gone = await stage.begin({ nodeId: await seen(4000) });
    const unknown = await stage.begin({ nodeId: newId() });
    const seenNow = await seen(30);
    const alive = await stage.begin({ nodeId: seenNow });
    const mine = await stage.begin();
    await seen(-86_400, stage.node);
    const begun = await stage.begin({ nodeId: await seen(0) });
    await markPictureArrived(stage.lifecycle, stage.database.db, { recordId: begun, at: new Date() });
    const since = performance.now();
    watch();
    // As after an outage of the database: the node's heartbeat comes next.
    await seen(-86_400, seenNow);
    assert.equal((await stage.reaches(gone, 'failed')).failure, 'recorder_lost');
    assert.ok(performance.now() - since > 1900, 'given up at the first check');
    assert.equal((await stage.reaches(unknown, 'failed')).failure, 'recorder_lost');
    // Its node may still return with the media; after the time limit the recording fails.
    await stage.reaches(begun, 'processing');
    assert.equal((await stage.reaches(begun, 'failed')).failure, 'recorder_lost');
    for (const recordId of [alive, mine]) assert.equal((await stage.row(recordId))?.state, 'new');
  });

  test('a media server and a room that hang delay no other room; a node that returns in time keeps its recording', async () => {
    const { db } = stage.database;
    const returning = await seen(0);
    const begun = async (nodeId: string) => {
      const recordId = await stage.begin({ nodeId });
      await markPictureArrived(stage.lifecycle, db, { recordId, at: new Date() });
      return recordId;
    };
    const held = await begun(returning);
    const silent = await seen(0);
    const others = [await begun(silent), await begun(silent)];
    const removed: string[] = [];
    const { promise: isBusy, resolve: release } = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (trx) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
      await lockRecord(trx, held);
      await isBusy;
    });
    try {
      watch({
        removeFromCall: ({ recordId }) => {
          removed.push(recordId);
          return isBusy;
        },
      });
      for (const recordId of others) {
        assert.equal((await stage.reaches(recordId, 'processing')).stopReason, 'recorder_lost');
      }
      await waitUntil(() => countLockWaiters(db), {
        timeout: 30_000,
        message: 'the check of the locked recording',
      });
      await seen(-86_400, returning);
    } finally {
      release();
      await holding;
    }
    await stopMinding?.();
    assert.equal((await stage.row(held))?.state, 'recording');
    assert.deepEqual(removed.sort(), others.sort());
  });
});
