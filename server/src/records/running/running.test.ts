import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { countLockWaiters } from '../../../testing/database.ts';
import { runningWith } from '../../../testing/processes/processes.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { putRecorderNode } from '../../../testing/records/records.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import type { Script } from '../../engines/recorder/testing/stand-in/script.ts';
import { newId } from '../../platform/ids.ts';
import { type JobDefinition, startRepeating } from '../../platform/jobs/jobs.ts';
import { timings as removalTimings, removeFilesJob } from '../../system/remove-files.ts';
import { findLeftoverFiles } from '../deleting/leftovers.store.ts';
import { recordLeftovers } from '../deleting/leftovers.ts';
import { abortRecord, failRecord, markPictureArrived, stopRecord } from '../lifecycle.ts';
import { timings as placeTimings } from '../slots.store.ts';
import { lockRecord, markDeleted, voicesOf } from '../store.ts';
import { type LostNodesParts, timings as lostTimings, watchNodesJob } from './lost.ts';
import { timings as runnerTimings } from './runner.ts';
import { timings as stepTimings } from './step-runner.ts';
import { type RecorderNode, startRecorderNode } from './testing/recorder-node.ts';

shorten(runnerTimings, { pausesMs: [100, 200, 500] });
shorten(placeTimings, { goneAfterSeconds: 3 });
shorten(lostTimings, { lookMs: 100, watchedSeconds: 2 });

const isAtWork = (recordId: string) => runningWith(recordId).length > 0;

/** A node with a database of its own, for the tests of one suite. */
class TestedNode {
  #stage: RecorderNode | undefined;
  #stopJob: (() => Promise<void>) | undefined;

  static open(): TestedNode {
    const node = new TestedNode();
    before(async () => {
      node.#stage = await startRecorderNode();
    });
    afterEach(async () => {
      await node.stopJob();
      await node.stage.stop();
    });
    after(() => node.#stage?.remove());
    return node;
  }

  get stage(): RecorderNode {
    assert.ok(this.#stage);
    return this.#stage;
  }

  #startJob(job: JobDefinition): void {
    const { db, pool } = this.stage.database;
    this.#stopJob = startRepeating({ db, pool, node: newId(), log: quietLog }, [{ name: 'tested', ...job }]);
  }

  removeFiles(): void {
    const { database, files } = this.stage;
    this.#startJob(removeFilesJob({ db: database.db, files, log: quietLog }, recordLeftovers));
  }

  /** Takes the role of another node until the test is over. */
  watch(recorder: LostNodesParts['recorder'] = this.stage.recorder): void {
    const { lifecycle, database } = this.stage;
    const records = {
      ...{
        ...lifecycle,
        files: {} as never,
        minFreeBytes: 0,
        storageLimit: undefined,
        maxMinutes: undefined,
        log: quietLog,
      },
    };
    this.#startJob(watchNodesJob({ node: newId(), db: database.db, recorder, records, log: quietLog }));
  }

  /** Ends `removeFiles` or `watch`. */
  async stopJob(): Promise<void> {
    await this.#stopJob?.();
  }

  play(script: Script): void {
    const dataDir = join(this.stage.recorder.pathOf(newId(), 'x'), '../../..');
    writeFileSync(join(dataDir, 'stand-in.json'), JSON.stringify(script));
  }

  async stopRecording(recordId: string): Promise<void> {
    const { lifecycle, database } = this.stage;
    await stopRecord(lifecycle, database.db, { recordId, at: new Date(), reason: 'person' });
  }

  see(seenSeconds: number, id?: string): Promise<string> {
    return putRecorderNode(this.stage.database.db, { places: 1, seenSeconds }, id);
  }
}

// The tests wait most of the time, so each suite has a node and a database of its own.
suite('a node brings its recordings to their ends', { concurrency: 3 }, () => {
  const inTurn = { concurrency: 1 };
  suite('recorders that end, hang or are killed', inTurn, () => {
    const node = TestedNode.open();

    test('a recording from start to finish leaves its files in the storage and no folder', async () => {
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      const { startedAt } = await node.stage.reaches(recordId, 'recording');
      assert.ok(startedAt);
      await node.stopRecording(recordId);
      const record = await node.stage.reaches(recordId, 'finished');
      const { db } = node.stage.database;
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
        assert.ok(((await node.stage.files.stat(key))?.bytes ?? 0) > 0, key);
      }
      assert.equal(record.isPartial, false);
      assert.equal(record.quality, null);
      assert.equal(record.progress, null);
      assert.ok(Number(record.bytes) > 0 && (record.duration ?? 0) > 0);
      await node.stage.gone(recordId);
    });

    test('a recording without a picture in time fails, and its recorder is ended', async () => {
      node.play({ pictureAfterMs: 60_000 });
      node.stage.start();
      const recordId = await node.stage.begin({ createdAt: new Date(Date.now() - 8000) });
      const record = await node.stage.reaches(recordId, 'failed');
      assert.equal(record.failure, 'no_picture');
      assert.equal(record.startedAt, null);
      await node.stage.gone(recordId);
      assert.ok(!isAtWork(recordId));
    });

    test('a recording whose recorder ends by itself is finished with its media', async () => {
      for (const [reason, isPartial] of [
        ['room_ended', false],
        ['disk_low', true],
        ['engine_lost', true],
      ] as const) {
        node.play({ endsAfterMs: 700, reason });
        node.stage.start();
        const recordId = await node.stage.begin();
        const record = await node.stage.reaches(recordId, 'finished');
        assert.deepEqual([record.stopReason, record.isPartial], ['recorder', isPartial], reason);
        await node.stage.gone(recordId);
        await node.stage.stop();
      }
    });

    test('a recording whose recorder is killed is finished and marked as partial', async () => {
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      await node.stage.recorder.kill(recordId);
      const record = await node.stage.reaches(recordId, 'finished');
      assert.equal(record.isPartial, true);
      assert.equal(record.stopReason, 'recorder');
      await node.stage.gone(recordId);
    });

    for (const [where, minFreeBytes, failure] of [
      ['with room on the disk', 0, 'no_picture'],
      ['without', 2 ** 60, 'disk_full'],
    ] as const) {
      test(`a recording whose recorder dies silently before the first picture, ${where}, fails as ${failure}`, async () => {
        node.play({ pictureAfterMs: 60_000 });
        node.stage.start({ minFreeBytes });
        const recordId = await node.stage.begin();
        await waitUntil(() => isAtWork(recordId), { timeout: 30_000, message: 'a recorder to start' });
        await node.stage.recorder.kill(recordId);
        assert.equal((await node.stage.reaches(recordId, 'failed')).failure, failure);
        await node.stage.gone(recordId);
      });
    }

    test('a recorder that does not stop is killed, and its media is finished', async (t) => {
      shorten(stepTimings, { stopsWithinMs: 1000 }, t);
      node.play({ obeysStop: false });
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      const began = performance.now();
      await node.stopRecording(recordId);
      const record = await node.stage.reaches(recordId, 'finished');
      assert.ok(performance.now() - began > 1000);
      assert.equal(record.isPartial, true);
      await node.stage.gone(recordId);
    });

    test('a recording discarded while it runs leaves no recorder and no folder', async () => {
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      await abortRecord(node.stage.lifecycle, node.stage.database.db, { recordId, at: new Date() });
      await node.stage.gone(recordId);
      assert.ok(!isAtWork(recordId));
      assert.equal((await node.stage.row(recordId))?.state, 'aborted');
    });

    test('a restarted server takes over running recordings and finishes those that ended meanwhile', async () => {
      node.play({});
      node.stage.start();
      const [goesOn, ends] = [await node.stage.begin(), await node.stage.begin()];
      await node.stage.reaches(goesOn, 'recording');
      await node.stage.reaches(ends, 'recording');
      await node.stage.stop();
      await node.stage.recorder.kill(ends);
      await node.stopRecording(goesOn);
      assert.ok(isAtWork(goesOn));
      node.stage.start();
      await node.stage.reaches(ends, 'finished');
      const record = await node.stage.reaches(goesOn, 'finished');
      assert.equal(record.isPartial, false);
    });
  });

  suite('the files of recordings', inTurn, () => {
    const node = TestedNode.open();

    test('while the storage is down no local file is deleted before all are stored', async () => {
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      node.stage.files.isAway = true;
      await node.stopRecording(recordId);
      const isFinished = async () => (await node.stage.recorder.look(recordId))?.isFinished;
      await waitUntil(isFinished, { timeout: 20_000, message: 'the files to be made' });
      await waitUntil(() => node.stage.files.refusals >= 2, { timeout: 20_000, message: 'two tries' });
      await node.stage.stop();
      node.stage.start();
      assert.equal((await node.stage.row(recordId))?.state, 'processing');
      assert.ok(await node.stage.recorder.look(recordId));
      node.stage.files.isAway = false;
      await node.stage.reaches(recordId, 'finished');
      await node.stage.gone(recordId);
    });

    test('files that cannot be made are tried again', async () => {
      node.play({ finishFails: 2 });
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      await node.stopRecording(recordId);
      await node.stage.reaches(recordId, 'finished');
      await node.stage.gone(recordId);
    });

    test('a recording that fails after its files were made leaves none in the storage', async () => {
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      const { spaceId } = await node.stage.reaches(recordId, 'recording');
      node.stage.files.isAway = true;
      await node.stopRecording(recordId);
      await waitUntil(async () => (await node.stage.recorder.look(recordId))?.isFinished, {
        timeout: 20_000,
        message: 'the files to be made',
      });
      await failRecord(node.stage.lifecycle, node.stage.database.db, { recordId, failure: 'room_deleted' });
      await node.stage.stop();
      node.stage.files.isAway = false;
      const key = `records/${spaceId}/${recordId}/video.mp4`;
      const path = node.stage.recorder.pathOf(recordId, 'video.mp4');
      await node.stage.files.put(key, path, { contentType: 'video/mp4' });
      node.stage.start();
      await node.stage.gone(recordId);
      assert.equal(await node.stage.files.stat(key), undefined);
    });

    test('a folder without a row is kept for now, and no recorder works in it', async () => {
      node.play({});
      const recordId = newId();
      await node.stage.recorder.begin({
        ...{ recordId, roomId: newId(), layout: 'speaker', onStage: 'everybody' },
        ...{ pictureBy: new Date(Date.now() + 60_000), maxSeconds: 3600, minFreeBytes: 0 },
      });
      assert.ok(isAtWork(recordId));
      node.stage.start();
      await waitUntil(() => !isAtWork(recordId), { timeout: 30_000, message: 'its recorder to end' });
      assert.ok(await node.stage.recorder.look(recordId));
    });

    test('a deleted recording loses its files in the storage and keeps its row', async (t) => {
      shorten(removalTimings, { everySeconds: 0.1 }, t);
      node.play({});
      node.stage.start();
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      await node.stopRecording(recordId);
      const { files } = await node.stage.reaches(recordId, 'finished');
      const { db } = node.stage.database;
      const keys = [...Object.values(files ?? {}), ...(await voicesOf(db, recordId)).map(({ key }) => key)];
      await markDeleted(db, recordId, new Date());
      node.stage.files.isAway = true;
      node.stage.files.refusals = 0;
      node.removeFiles();
      await waitUntil(() => node.stage.files.refusals > 1, { timeout: 30_000, message: 'two tries' });
      node.stage.files.isAway = false;
      const areGone = async () => {
        for (const key of keys) if (await node.stage.files.stat(key)) return false;
        return true;
      };
      await waitUntil(areGone, { timeout: 30_000, message: 'the files to be gone' });
      await waitUntil(async () => (await findLeftoverFiles(db)).length === 0, {
        timeout: 30_000,
        message: 'the removal to be stored',
      });
      assert.equal(keys.length, 5);
      assert.equal((await node.stage.row(recordId))?.state, 'finished');
    });
  });

  suite('nodes that are lost', inTurn, () => {
    const node = TestedNode.open();

    test('a node that froze and returns ends its recorder, and its recording ends at the time the room was told', async () => {
      node.play({});
      node.stage.start();
      await node.see(0, node.stage.node);
      const recordId = await node.stage.begin();
      await node.stage.reaches(recordId, 'recording');
      await node.stage.stop();
      node.watch();
      const { stopReason, stoppedAt } = await node.stage.reaches(recordId, 'processing');
      assert.equal(stopReason, 'recorder_lost');
      assert.ok(isAtWork(recordId), 'the recorder is still running');
      node.stage.start();
      const record = await node.stage.reaches(recordId, 'finished');
      assert.deepEqual([record.isPartial, record.stoppedAt], [true, stoppedAt]);
      await node.stage.gone(recordId);
      assert.ok(!isAtWork(recordId));
    });

    test('another node fails the recordings of a node that does not return, after it watched that node itself', async (t) => {
      shorten(lostTimings, { failAfterSeconds: 6 }, t);
      const gone = await node.stage.begin({ nodeId: await node.see(4000) });
      const unknown = await node.stage.begin({ nodeId: newId() });
      const seenNow = await node.see(30);
      const alive = await node.stage.begin({ nodeId: seenNow });
      const mine = await node.stage.begin();
      await node.see(-86_400, node.stage.node);
      const begun = await node.stage.begin({ nodeId: await node.see(0) });
      await markPictureArrived(node.stage.lifecycle, node.stage.database.db, {
        recordId: begun,
        at: new Date(),
      });
      const since = performance.now();
      node.watch();
      // As after an outage of the database: the node's heartbeat comes next.
      await node.see(-86_400, seenNow);
      assert.equal((await node.stage.reaches(gone, 'failed')).failure, 'recorder_lost');
      assert.ok(performance.now() - since > 1900, 'given up at the first check');
      assert.equal((await node.stage.reaches(unknown, 'failed')).failure, 'recorder_lost');
      // Its node may still return with the media; after the time limit the recording fails.
      await node.stage.reaches(begun, 'processing');
      assert.equal((await node.stage.reaches(begun, 'failed')).failure, 'recorder_lost');
      for (const recordId of [alive, mine]) assert.equal((await node.stage.row(recordId))?.state, 'new');
    });

    test('a media server and a room that hang delay no other room; a node that returns in time keeps its recording', async () => {
      const { db } = node.stage.database;
      const returning = await node.see(0);
      const begun = async (nodeId: string) => {
        const recordId = await node.stage.begin({ nodeId });
        await markPictureArrived(node.stage.lifecycle, db, { recordId, at: new Date() });
        return recordId;
      };
      const held = await begun(returning);
      const silent = await node.see(0);
      const others = [await begun(silent), await begun(silent)];
      const removed: string[] = [];
      const { promise: isBusy, resolve: release } = Promise.withResolvers<void>();
      const holding = db.transaction().execute(async (trx) => {
        await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(trx);
        await lockRecord(trx, held);
        await isBusy;
      });
      try {
        node.watch({
          removeFromCall: ({ recordId }) => {
            removed.push(recordId);
            return isBusy;
          },
        });
        for (const recordId of others) {
          assert.equal((await node.stage.reaches(recordId, 'processing')).stopReason, 'recorder_lost');
        }
        await waitUntil(() => countLockWaiters(db), {
          timeout: 30_000,
          message: 'the check of the locked recording',
        });
        await node.see(-86_400, returning);
      } finally {
        release();
        await holding;
      }
      await node.stopJob();
      assert.equal((await node.stage.row(held))?.state, 'recording');
      assert.deepEqual(removed.sort(), others.sort());
    });
  });
});
