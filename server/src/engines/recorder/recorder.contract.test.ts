import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { dispose } from '@livekit/rtc-node';
import { runningWith } from '../../../testing/processes/processes.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { newId } from '../../platform/ids.ts';
import { OwnProcessRecorder } from './own-process.ts';
import type { RecordingOrder, RecordingView } from './recorder.ts';
import { type RecorderStage, realStage, standInStage } from './testing/stages.ts';

/** Generous, for a busy machine. */
const slowly = 60_000;

class Ground {
  readonly stage: RecorderStage;
  readonly recorder: OwnProcessRecorder;

  constructor(stage: RecorderStage) {
    this.stage = stage;
    this.recorder = new OwnProcessRecorder(stage.settings);
  }

  async order(more: Partial<RecordingOrder> = {}): Promise<RecordingOrder> {
    return {
      recordId: newId(),
      roomId: await this.stage.room(),
      layout: 'speaker',
      onStage: 'everybody',
      pictureBy: new Date(Date.now() + slowly),
      maxSeconds: 3600,
      minFreeBytes: 0,
      ...more,
    };
  }

  async begin(more: Partial<RecordingOrder> = {}): Promise<string> {
    const order = await this.order(more);
    await this.recorder.begin(order);
    return order.recordId;
  }

  path(recordId: string, name: string): string {
    return join(this.stage.settings.dataDir, 'recordings', recordId, name);
  }

  seen(recordId: string, what: string, isSo: (view: RecordingView) => unknown): Promise<RecordingView> {
    const find = async () => {
      const view = await this.recorder.look(recordId);
      return view && isSo(view) ? view : undefined;
    };
    const log = () => {
      const path = this.path(recordId, 'recorder.log');
      return `${what}; the recorder said: ${existsSync(path) ? readFileSync(path, 'utf8').slice(-1500) : 'nothing'}`;
    };
    return waitUntil(find, { timeout: slowly, message: log });
  }

  pictured(recordId: string): Promise<RecordingView> {
    return this.seen(recordId, 'a picture', ({ pictureAt }) => pictureAt);
  }

  over(recordId: string): Promise<RecordingView> {
    return this.seen(recordId, 'the end', ({ isAlive, wasBegun }) => wasBegun && !isAlive);
  }
}

function contract(name: string, makeStage: () => RecorderStage | Promise<RecorderStage>): void {
  suite(`a recorder: ${name}`, { concurrency: 2 }, () => {
    let ground: Ground;
    before(async () => {
      ground = new Ground(await makeStage());
    });
    after(async () => {
      await ground?.stage.stop();
    });

    test('a recording runs until it is stopped, and its files are made once', async () => {
      const { recorder } = ground;
      const order = await ground.order();
      const { recordId } = order;
      assert.equal(await recorder.look(recordId), undefined);
      await recorder.begin(order);
      const begun = await recorder.look(recordId);
      assert.equal(begun?.wasBegun, true);
      assert.equal(begun.isFinished, false);
      const { pictureAt } = await ground.pictured(recordId);
      assert.ok(pictureAt instanceof Date);
      await assert.rejects(recorder.finish(recordId), /still being recorded/);
      await recorder.stop(recordId, { at: new Date() });
      const { ended } = await ground.over(recordId);
      assert.equal(ended?.reason, 'stopped');
      assert.ok(ended.at >= pictureAt);

      const [made, again] = await Promise.all([recorder.finish(recordId), recorder.finish(recordId)]);
      assert.ok(made.usable);
      assert.deepEqual(again, made);
      assert.equal(made.isPartial, false);
      assert.equal(made.reason, 'stopped');
      const files = [made.video, made.poster, made.preview, made.speech];
      for (const file of [...files, ...made.voices.map((voice) => voice.file)]) {
        assert.ok(
          statSync(recorder.pathOf(recordId, file ?? 'no name')).size > 0,
          file ?? 'a file has no name',
        );
      }
      const { mtimeMs } = statSync(ground.path(recordId, 'result.json'));
      assert.deepEqual(await recorder.finish(recordId), made);
      assert.equal(statSync(ground.path(recordId, 'result.json')).mtimeMs, mtimeMs, 'made a second time');
      assert.equal((await recorder.look(recordId))?.isFinished, true);

      assert.ok((await recorder.list()).includes(recordId));
      await recorder.discard(recordId);
      assert.equal(await recorder.look(recordId), undefined);
      assert.ok(!(await recorder.list()).includes(recordId));
      await recorder.discard(recordId);
    });

    test('the folder and its secret are readable for their owner only', async () => {
      const recordId = await ground.begin();
      const mode = (name: string) => statSync(ground.path(recordId, name)).mode & 0o777;
      assert.equal(mode('.'), 0o700);
      assert.equal(mode('job.json'), 0o600);
      const { token } = JSON.parse(readFileSync(ground.path(recordId, 'job.json'), 'utf8'));
      const [running] = runningWith(recordId);
      assert.ok(running && !running.command.includes(token), 'every user can read a command line');
      await ground.recorder.discard(recordId);
    });

    test('a second begin starts nothing; another server adopts the recorder, gets its changes and stops it', async () => {
      const order = await ground.order();
      const { recordId } = order;
      await ground.recorder.begin(order);
      await ground.recorder.begin(order);
      const next = new OwnProcessRecorder(ground.stage.settings);
      const told: string[] = [];
      const end = next.onChange((id) => told.push(id));
      await next.begin(order);
      assert.equal(runningWith(recordId).length, 1);
      await ground.pictured(recordId);
      await waitUntil(() => told.includes(recordId), { timeout: 30_000, message: 'a change' });
      assert.equal((await next.look(recordId))?.isAlive, true);
      const before = told.length;
      await next.stop(recordId, { at: new Date() });
      await ground.over(recordId);
      await waitUntil(() => told.length > before, { timeout: 30_000, message: 'the end' });
      end();
      assert.ok((await next.finish(recordId)).usable);
      await next.discard(recordId);
    });

    test('a recording that is killed is finished with what it has', async () => {
      const recordId = await ground.begin();
      await ground.pictured(recordId);
      // Long enough for a playable part in the file.
      const { pictureAt } = await ground.pictured(recordId);
      await waitUntil(() => Date.now() - (pictureAt?.getTime() ?? 0) > 4500, {
        timeout: 30_000,
        message: 'time',
      });
      await ground.recorder.kill(recordId);
      const view = await ground.over(recordId);
      assert.equal(view.ended, undefined);
      const made = await ground.recorder.finish(recordId);
      assert.ok(made.usable);
      assert.equal(made.isPartial, true);
      assert.equal(made.reason, undefined);
      await ground.recorder.discard(recordId);
    });

    test('a recording ends at its maximum length, and takes no order afterwards', async () => {
      const recordId = await ground.begin({ maxSeconds: 2 });
      const { ended } = await ground.over(recordId);
      assert.equal(ended?.reason, 'longest_reached');
      await ground.recorder.stop(recordId, { at: new Date() });
      assert.equal(existsSync(ground.path(recordId, 'stop.json')), false);
      await ground.recorder.discard(recordId);
    });

    test('only the first order to stop counts, except that discard wins', async () => {
      const recordId = await ground.begin();
      const at = new Date();
      const given = () => JSON.parse(readFileSync(ground.path(recordId, 'stop.json'), 'utf8'));
      await ground.recorder.stop(recordId, { at });
      await ground.recorder.stop(recordId, { at: new Date(at.getTime() + 1000) });
      assert.deepEqual(given(), { at: at.toISOString() });
      await ground.recorder.stop(recordId, { at: new Date(at.getTime() + 2000), discard: true });
      await ground.recorder.stop(recordId, { at });
      assert.deepEqual(given(), { at: at.toISOString(), discard: true });
      await ground.over(recordId);
      await ground.recorder.discard(recordId);
    });

    test('discarding a running recording removes its folder and ends its process', async () => {
      const recordId = await ground.begin();
      await ground.pictured(recordId);
      await ground.recorder.discard(recordId);
      assert.equal(runningWith(recordId).length, 0);
      assert.equal(existsSync(ground.path(recordId, '.')), false);
    });

    test('a running recording is promised space until it is discarded', async () => {
      const recordId = await ground.begin();
      await ground.pictured(recordId);
      const promised = await ground.recorder.promisedBytes();
      await ground.recorder.discard(recordId);
      assert.ok((await ground.recorder.promisedBytes()) <= promised - 100 * 2 ** 20);
    });

    test('free disk space is reported', async () => {
      assert.ok((await ground.recorder.freeBytes()) > 1_000_000);
      assert.ok(ground.recorder.places >= 1);
    });
  });
}

after(() => dispose());

// Most of the tests wait for a recorder to start or to end.
suite('recorders', { concurrency: 2 }, () => {
  contract('a stand-in', standInStage);
  contract('the real one', realStage);
});
