import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { pino } from 'pino';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { insertRoomRows, silentParts } from '../../../testing/records/records.ts';
import { type FileStore, FilesAway } from '../../engines/files/files.ts';
import {
  type FinishedRecording,
  type RecorderEngine,
  RecorderFailed,
  type RecordingOrder,
  type StageEntry,
} from '../../engines/recorder/recorder.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logging/log.ts';
import { noBase } from '../../stage/item.ts';
import { saveItem } from '../../stage/store.ts';
import { findLeftoverFiles } from '../deleting/leftovers.store.ts';
import { failRecord, markPictureArrived, requestRecord, stopRecord } from '../lifecycle.ts';
import { markDeleted, type RecordRow, recordById } from '../store.ts';
import type { RecordStep } from './next-step.ts';
import { StepRunner } from './step-runner.ts';
import { type UploadStore, type UsableRecording, uploadKeysOf, uploadRecording } from './upload.ts';

// Tests single steps with a fake recorder.
let database: OwnDatabase;
let folder: string;
before(async () => {
  database = await startOwnDatabase();
  folder = mkdtempSync(join(tmpdir(), 'lectern-perform-'));
  const sizes = { 'video.mp4': 700, 'poster.jpg': 100, 'speech.json': 50, 'voice-1.ogg': 150 };
  for (const [name, size] of Object.entries(sizes)) writeFileSync(join(folder, name), Buffer.alloc(size));
});
after(async () => {
  await database?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const asGoodAsItGets = { lateTicks: 0, missedAudioMs: 0, lowestFps: 25, lowestHeight: 720 };
const voice = {
  file: 'voice-1.ogg',
  participantId: newId(),
  name: 'Ann',
  offset: 0,
  duration: 1,
  bytes: 150,
};
const made: UsableRecording = {
  ...{
    usable: true,
    reason: 'stopped',
    isPartial: false,
    duration: 100,
    width: 1280,
    height: 720,
    bytes: 700,
  },
  ...{ video: 'video.mp4', poster: 'poster.jpg', speech: 'speech.json', voices: [voice] },
  quality: asGoodAsItGets,
};

const leastFree = 77;

let orders: RecordingOrder[];
let sent: string[];
/** The versions of the items of which the recorder was told. */
let noted: number[];
let kept: Map<string, number>;
/** The results of the next steps of the recorder and the storage. */
let finish: () => Promise<FinishedRecording>;
let begin: () => Promise<void>;
let put: () => Promise<void>;
/** Free bytes on the disk. */
let free: number;

const recorder = {
  begin: (order: RecordingOrder) => {
    orders.push(order);
    return begin();
  },
  noteStage: async (_recordId: string, { version }: StageEntry) => void noted.push(version),
  finish: () => finish(),
  kill: async () => undefined,
  freeBytes: async () => free,
  pathOf: (_recordId: string, file: string) => join(folder, file),
} as unknown as RecorderEngine;
const files: UploadStore & Pick<FileStore, 'fetch'> = {
  put: async (key, _path, { contentType, onProgress }) => {
    onProgress?.(0);
    await put();
    sent.push(`${key.split('/').at(-1)} ${contentType}`);
  },
  stat: async (key) => {
    const bytes = kept.get(key.split('/').at(-1) ?? '');
    return bytes === undefined ? undefined : { bytes };
  },
  fetch: async () => false,
  remove: async () => undefined,
};

beforeEach(() => {
  [orders, sent, noted, kept] = [[], [], [], new Map()];
  finish = async () => made;
  begin = async () => undefined;
  put = async () => undefined;
  free = leastFree;
});

async function makeRecord(type: 'lesson' | 'webinar' = 'lesson') {
  const { spaceId, roomId } = await insertRoomRows(database.db, { type });
  const nobody = { startedByUser: null, startedByParticipant: null, startedByName: null };
  const asked = await inTransaction(database.db, (trx) =>
    requestRecord(silentParts, trx, {
      ...{ id: newId(), spaceId, roomId, callId: newId(), name: 'Algebra', layout: 'grid', nodeId: newId() },
      ...{ ...nobody, maxSeconds: 1234, createdAt: new Date('2026-11-22T10:00:00.000Z') },
    }),
  );
  assert.ok(asked);
  return asked;
}

const read = async ({ id }: RecordRow) => {
  const row = await recordById(database.db, id);
  assert.ok(row);
  return row;
};

/** A stopped recording whose files have to be made. */
async function stopped({ isPictured = true } = {}): Promise<RecordRow> {
  const record = await makeRecord();
  const at = new Date('2026-11-22T10:00:01.000Z');
  if (isPictured) await markPictureArrived(silentParts, database.db, { recordId: record.id, at });
  await stopRecord(silentParts, database.db, { recordId: record.id, at: new Date(), reason: 'person' });
  return read(record);
}

const stepRunnerOf = ({ nodeId }: RecordRow, log: Logger): StepRunner =>
  new StepRunner({
    ...{ node: nodeId ?? '', db: database.db, recorder, files, lifecycle: silentParts },
    ...{ minFreeBytes: leastFree, log },
  });

/** Repeats this step with this recording. */
function stepsOf(record: RecordRow, step: RecordStep, log = quietLog): () => Promise<RecordRow> {
  const stepRunner = stepRunnerOf(record, log);
  const doing = { recordId: record.id, memory: { finishFailures: 0 }, signal: new AbortController().signal };
  return async () => {
    await stepRunner.perform(step, { ...doing, record: await read(record) });
    return read(record);
  };
}

test("the recorder gets the job with the people that the room's type shows", async () => {
  for (const [type, onStage] of [
    ['lesson', 'everybody'],
    ['webinar', 'moderators'],
  ] as const) {
    orders = [];
    const record = await makeRecord(type);
    const pictureBy = new Date();
    await stepsOf(record, { do: 'begin', pictureBy })();
    const { id: recordId, roomId } = record;
    const wanted = {
      recordId,
      roomId,
      layout: 'grid',
      onStage,
      pictureBy,
      maxSeconds: 1234,
      minFreeBytes: leastFree,
    };
    assert.deepEqual(orders, [wanted]);
  }
});

test('the recorder gets the item on the stage once, and each later one', async () => {
  const record = await makeRecord();
  const { roomId } = record;
  const wait = stepsOf(record, { do: 'wait', ms: 5 });
  await wait();
  await wait();
  assert.deepEqual(noted, [0]);
  const stage = { roomId, ...noBase, screens: ['ann'], screenOf: 'ann' };
  await saveItem(database.db, stage);
  await wait();
  await wait();
  await saveItem(database.db, { ...stage, screens: [], screenOf: null });
  await wait();
  assert.deepEqual(noted, [0, 1, 2]);
});

test('a disk without space for a start fails the recording; other errors are tried again', async () => {
  for (const code of ['ENOSPC', 'EDQUOT']) {
    begin = () => Promise.reject(Object.assign(new Error('full'), { code }));
    const step = stepsOf(await makeRecord(), { do: 'begin', pictureBy: new Date() });
    assert.equal((await step()).failure, 'disk_full', code);
  }
  const record = await makeRecord();
  begin = () => Promise.reject(Object.assign(new Error('no more processes'), { code: 'EAGAIN' }));
  await assert.rejects(stepsOf(record, { do: 'begin', pictureBy: new Date() })(), /no more processes/);
  assert.equal((await read(record)).state, 'new');
});

test('the loss of quality by an overloaded recorder is stored, and small losses are not', async () => {
  for (const [more, isTold] of [
    [{ lateTicks: 12, missedAudioMs: 100 }, false],
    [{ lateTicks: 13 }, true],
    [{ missedAudioMs: 101 }, true],
    [{ lowestFps: 12.5 }, true],
    [{ lowestHeight: 540 }, true],
  ] as const) {
    const quality = { ...asGoodAsItGets, ...more };
    finish = async () => ({ ...made, quality });
    const row = await stepsOf(await stopped(), { do: 'finish' })();
    assert.deepEqual([row.state, row.quality], ['finished', isTold ? quality : null], JSON.stringify(more));
  }
});

test('every file is uploaded with its type, and one that an earlier try uploaded is not sent again', async () => {
  kept = new Map([
    ['video.mp4', 699],
    ['speech.json', 50],
  ]);
  const row = await stepsOf(await stopped(), { do: 'finish' })();
  assert.deepEqual(sent, ['video.mp4 video/mp4', 'poster.jpg image/jpeg', 'voice-1.ogg audio/ogg']);
  assert.deepEqual(Object.keys(row.files ?? {}), ['video', 'poster', 'speech']);
});

test('keys are stored before the upload, so that files of a lost node can be removed', async () => {
  const { db } = database;
  const record = await stopped();
  put = async () => {
    if (sent.length === 2) throw new FilesAway('the storage is away, as the test wants it');
  };
  await assert.rejects(stepsOf(record, { do: 'finish' })(), FilesAway);
  await failRecord(silentParts, db, { recordId: record.id, failure: 'recorder_lost' });
  await markDeleted(db, record.id, new Date());
  const { files: named, voiceKeys = [] } =
    (await findLeftoverFiles(db)).find(({ id }) => id === record.id) ?? {};
  assert.deepEqual(
    [...Object.values(named ?? {}), ...voiceKeys].sort(),
    uploadKeysOf(record, made).toSorted(),
  );
});

test('nothing is uploaded for a recording that has ended meanwhile', async () => {
  const record = await stopped();
  finish = async () => {
    await failRecord(silentParts, database.db, { recordId: record.id, failure: 'room_deleted' });
    return made;
  };
  const row = await stepsOf(record, { do: 'finish' })();
  assert.deepEqual([row.state, row.failure, row.files, sent], ['failed', 'room_deleted', null, []]);
});

test('the progress of the upload counts all bytes', async () => {
  const shares: number[] = [];
  const record = await stopped();
  const { signal } = new AbortController();
  await uploadRecording({ files, recorder, record, made, signal, onProgress: (share) => shares.push(share) });
  // Before and after each of 700, 100, 50 and 150 bytes.
  assert.deepEqual(shares, [0, 0.7, 0.7, 0.8, 0.8, 0.85, 0.85, 1]);
  const broken = AbortSignal.abort(new Error('stopping'));
  const again = uploadRecording({
    files,
    recorder,
    record,
    made,
    signal: broken,
    onProgress: () => undefined,
  });
  await assert.rejects(again, /stopping/);
  assert.equal(sent.length, 4);
});

test('the log has the time to make the files and the time to upload them with all tries', async (t) => {
  const told: { msg: string; makingMs: unknown; uploadMs: unknown }[] = [];
  const log = pino({ base: null }, { write: (line) => told.push(JSON.parse(line)) });
  let clock = 1_000_000;
  t.mock.method(performance, 'now', () => clock);
  const step = stepsOf(await stopped(), { do: 'finish' }, log);
  finish = async () => {
    clock += 4000;
    return made;
  };
  put = async () => {
    clock += 300;
    throw new FilesAway('the storage is away, as the test wants it');
  };
  await assert.rejects(step(), FilesAway);
  assert.deepEqual(told, []);

  // The files exist already: the recorder makes nothing again.
  finish = async () => made;
  put = async () => {
    clock += 20;
  };
  clock += 60_000;
  await step();
  const lines = told.map(({ msg, makingMs, uploadMs }) => ({ msg, makingMs, uploadMs }));
  assert.deepEqual(lines, [{ msg: 'a recording is finished', makingMs: 4000, uploadMs: 60_380 }]);
});

test('media without a journal starts at the time of the request', async () => {
  const record = await stopped({ isPictured: false });
  assert.equal(record.startedAt, null);
  const row = await stepsOf(record, { do: 'finish' })();
  assert.deepEqual([row.state, row.startedAt], ['finished', record.createdAt]);
});

test('files that can never be made are given up after ten tries', async () => {
  finish = () => Promise.reject(new RecorderFailed('its capture is of another world'));
  const record = await stopped();
  const step = stepsOf(record, { do: 'finish' });
  for (let failed = 1; failed < 10; failed += 1) await assert.rejects(step(), RecorderFailed);
  assert.equal((await read(record)).state, 'processing');
  const row = await step();
  assert.deepEqual([row.state, row.failure], ['failed', 'broken']);
});

test('tries on a full disk do not count: the files are made once there is space', async () => {
  finish = () => Promise.reject(new RecorderFailed('result.json cannot be written'));
  free = leastFree - 1;
  const record = await stopped();
  const step = stepsOf(record, { do: 'finish' });
  for (let failed = 1; failed <= 20; failed += 1) await assert.rejects(step(), RecorderFailed);
  free = leastFree;
  for (let failed = 1; failed < 10; failed += 1) await assert.rejects(step(), RecorderFailed);
  assert.equal((await read(record)).state, 'processing');
  assert.equal((await step()).failure, 'broken');
});

test('a recorder that died silently without usable media on a full disk failed for lack of space', async () => {
  for (const [reason, left, failure] of [
    [undefined, leastFree - 1, 'disk_full'],
    [undefined, leastFree, 'media_lost'],
    ['engine_lost', leastFree - 1, 'media_lost'],
    ['broken', leastFree - 1, 'broken'],
  ] as const) {
    finish = async () => ({ usable: false, reason });
    free = left;
    const row = await stepsOf(await stopped(), { do: 'finish' })();
    assert.deepEqual([row.state, row.failure], ['failed', failure], `${reason}, ${left} bytes left`);
  }
});

test('a kept folder is logged once, however often it is checked', async () => {
  const told: string[] = [];
  const log = pino({ base: null }, { write: (line) => told.push(JSON.parse(line).recordId) });
  const { signal } = new AbortController();
  const records = [await makeRecord(), await makeRecord()];
  const stepRunner = stepRunnerOf(records[0] as RecordRow, log);
  for (let look = 0; look < 3; look += 1) {
    for (const record of records) {
      const doing = { record, recordId: record.id, memory: { finishFailures: 0 }, signal };
      assert.equal(await stepRunner.perform({ do: 'keep' }, doing), 'over');
    }
  }
  assert.deepEqual(
    told,
    records.map(({ id }) => id),
  );
});
