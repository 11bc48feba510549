import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countLockWaiters } from '../../../testing/database.ts';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { insertRoomRows } from '../../../testing/records/records.ts';
import { waitUntil } from '../../../testing/wait.ts';
import { inTransaction } from '../../platform/db/db.ts';
import { erasedName } from '../../platform/erasing.ts';
import { newId } from '../../platform/ids.ts';
import {
  finishRecord,
  type LifecycleParts,
  markPictureArrived,
  requestRecord,
  stopRecord,
} from '../lifecycle.ts';
import { eraseFromRecords } from './erase.store.ts';
import { findLeftoverFiles } from './leftovers.store.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

const at = new Date('2026-11-22T10:00:00.000Z');
const parts: LifecycleParts = {
  socket: { publish: () => undefined } as unknown as LifecycleParts['socket'],
  onRecordMoved: [],
  onRecordFinished: [],
  onTransition: () => undefined,
};

/** The recording stores who spoke at this moment. */
async function processing(participantId: string) {
  const { db, pool } = database;
  const { ownerId, spaceId, roomId } = await insertRoomRows(db);
  await pool.query(
    `INSERT INTO participants (id, room_id, browser_hash, name, role, external_user_id, origin, created_at)
     VALUES ($1, $2, '\\x00', 'Ann', 'user', 'student-9', '{}', now())`,
    [participantId, roomId],
  );
  const record = {
    ...{ id: newId(), spaceId, roomId, callId: newId(), name: 'Algebra', layout: 'speaker' as const },
    ...{ nodeId: newId(), startedByUser: ownerId, startedByParticipant: null, startedByName: 'Owner' },
    ...{ maxSeconds: 3600, createdAt: at },
  };
  await inTransaction(db, (trx) => requestRecord(parts, trx, record));
  await markPictureArrived(parts, db, { recordId: record.id, at });
  await stopRecord(parts, db, { recordId: record.id, at, reason: 'person' });
  return record.id;
}

test('a person erased while their recording is being finished is not named in it', async () => {
  const { db } = database;
  const participantId = newId();
  const recordId = await processing(participantId);
  const files = { video: 'records/a/video.mp4' };
  const made = { duration: 20, width: 1280, height: 720, bytes: 9, isPartial: false, quality: null, files };
  const voice = { participantId, name: 'Ann', offset: 0, duration: 20, bytes: 7, key: 'records/a/1' };
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();

  const finishing = inTransaction(db, async (trx) => {
    await finishRecord(parts, trx, { recordId, made, voices: [voice] });
    written.resolve();
    await commit.promise;
  });
  await written.promise;
  let isErased = false;
  const erasing = inTransaction(db, async (trx) => {
    await trx
      .updateTable('participants')
      .set({ name: erasedName, external_user_id: 'erased:1' })
      .where('id', '=', participantId)
      .execute();
    await eraseFromRecords(trx, { erasedId: 'erased:1' }, [participantId]);
  }).finally(() => {
    isErased = true;
  });
  const waits = async () => isErased || (await countLockWaiters(db)) > 0;
  await waitUntil(waits, { timeout: 20_000, message: 'the erasing to end, or to wait for a lock' });
  commit.resolve();
  await Promise.all([finishing, erasing]);

  const { rows } = await database.pool.query(
    'SELECT name, external_user_id, erased_at IS NOT NULL AS "isErased" FROM record_voices WHERE record_id = $1',
    [recordId],
  );
  assert.deepEqual(rows, [{ name: erasedName, external_user_id: 'erased:1', isErased: true }]);
  const [leftover, ...others] = await findLeftoverFiles(db);
  assert.deepEqual([leftover?.id, leftover?.voiceKeys, others], [recordId, [voice.key], []]);
});
