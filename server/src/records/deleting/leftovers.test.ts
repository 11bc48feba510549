import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { quietLog } from '../../../testing/quiet-log.ts';
import { silentParts } from '../../../testing/records/records.ts';
import { shorten } from '../../../testing/timings.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { FilesAway } from '../../engines/files/files.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { startRepeating } from '../../platform/jobs/jobs.ts';
import { leftoverBatch, removeFilesJob, timings } from '../../system/remove-files.ts';
import { finishRecord, markPictureArrived, requestRecord, stopRecord } from '../lifecycle.ts';
import { markDeleted } from '../store.ts';
import { findLeftoverFiles } from './leftovers.store.ts';
import { recordLeftovers } from './leftovers.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

/** Ids of recordings whose files the storage refuses to remove. */
let stuck: string[];
let tries: string[];
let logged: object[];
let stop: (() => Promise<void>) | undefined;
beforeEach(() => {
  [stuck, tries, logged, stop] = [[], [], [], undefined];
});
afterEach(async () => {
  await stop?.();
  await database.pool.query('DELETE FROM records');
});

const remove = async ([key = '']: string[]) => {
  const [id = ''] = key.split('/');
  tries.push(id);
  if (stuck.includes(id)) throw new FilesAway('as the test wants it');
};

function mind(everySeconds: number): () => Promise<void> {
  const { db, pool } = database;
  shorten(timings, { everySeconds });
  const warn = (about: object, text: string) => logged.push({ ...about, text });
  const job = removeFilesJob({ db, files: { remove }, log: { warn } as never }, recordLeftovers);
  stop = startRepeating({ db, pool, node: newId(), log: quietLog }, [
    { name: 'files', leaseSeconds: 5, ...job },
  ]);
  return stop;
}

const facts = { duration: 1, width: 1280, height: 720, bytes: 1, isPartial: false, quality: null };

async function makeDeleted(): Promise<string> {
  const { db } = database;
  const [recordId, at] = [newId(), new Date()];
  const nobody = { startedByUser: null, startedByParticipant: null, startedByName: null };
  const record = {
    ...{ id: recordId, spaceId: newId(), roomId: newId(), callId: newId(), name: 'Algebra', ...nobody },
    ...({ layout: 'speaker', nodeId: newId(), maxSeconds: 60, createdAt: at } as const),
  };
  await inTransaction(db, (trx) => requestRecord(silentParts, trx, record));
  await markPictureArrived(silentParts, db, { recordId, at });
  await stopRecord(silentParts, db, { recordId, at, reason: 'person' });
  const made = { ...facts, files: { video: `${recordId}/video.mp4` } };
  await finishRecord(silentParts, db, { recordId, made, voices: [] });
  await markDeleted(db, recordId, at);
  return recordId;
}

async function makeMany(count: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < count) made.push(await makeDeleted());
  return made;
}

const left = async () => (await findLeftoverFiles(database.db)).map(({ id }) => id).sort();

test('files that cannot be removed do not delay others, and are tried again', async () => {
  stuck = await makeMany(5);
  await makeMany(3);
  mind(0.02);
  const areOthersGone = async () => (await left()).length === stuck.length;
  await waitUntil(areOthersGone, { timeout: 30_000, message: 'the other files to be removed' });
  assert.deepEqual(await left(), stuck.toSorted());
  stuck = [];
  const areAllGone = async () => (await left()).length === 0;
  await waitUntil(areAllGone, { timeout: 30_000, message: 'these files to be removed as well' });
});

test('a storage that is down is not asked for every recording', async () => {
  stuck = await makeMany(10);
  mind(60);
  await waitUntil(() => logged.length > 0, { timeout: 30_000, message: 'the failure to be logged' });
  await stop?.();
  assert.equal(tries.length % 3, 0);
  const reason = 'as the test wants it';
  const text = 'files of deleted recordings or erased people could not be removed; will retry';
  assert.deepEqual(logged[0], { reason, count: 3, text });
  assert.deepEqual(await left(), stuck.toSorted());
});

test('the files of a deleted recording are removed without waiting for the next pass', async () => {
  mind(3600);
  await makeDeleted();
  const areGone = async () => (await left()).length === 0;
  await waitUntil(areGone, { timeout: 30_000, message: 'the files to be removed' });
  await makeDeleted();
  await waitUntil(areGone, { timeout: 30_000, message: 'the files of the other recording to be removed' });
});

test('one pass removes more than a batch', async () => {
  const id = await makeDeleted();
  // One pass follows the start, and one the LISTEN of the connection.
  const copies = 2 * leftoverBatch + 5;
  await database.pool.query(
    `INSERT INTO records SELECT (jsonb_populate_record(r, jsonb_build_object('id', copy, 'files',
       jsonb_build_object('video', copy || '/video.mp4')))).*
     FROM records r, generate_series(1, $2::int) n, lpad(n::text, 24, '0') copy WHERE r.id = $1`,
    [id, copies],
  );
  mind(3600);
  const areGone = async () => (await left()).length === 0;
  await waitUntil(areGone, { timeout: 30_000, message: 'all files to be removed' });
  assert.equal(new Set(tries).size, copies + 1);
});

test('a stop ends the removal between two recordings', async () => {
  await makeMany(3);
  const stopping = new AbortController();
  const files = { remove: async () => stopping.abort() };
  const job = removeFilesJob({ db: database.db, files, log: quietLog }, recordLeftovers);
  await job.run(stopping.signal, () => undefined);
  assert.equal((await left()).length, 2);
});
