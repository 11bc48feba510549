import { sql } from 'kysely';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { countChanged, execute, hasRows } from '../platform/db/rows.ts';
import { type NewRowOf, type RecordFiles, snakeCased } from '../platform/db/tables.ts';

/** Notified on commit when a node has something to do for a recording. */
export const recordsChannel = 'lectern_records';

export const wakeNodes = (trx: Db, nodeId: string) =>
  execute(trx)`SELECT pg_notify(${recordsChannel}, ${nodeId})`;

type Row = NewRowOf<'records'>;

/** The columns that a start writes; its move adds the others. */
export type NewRecord = Omit<Row, 'state'>;

/** The columns that a move writes besides the state. */
export type RecordChange = Partial<NewRecord>;

/** The result of a recording. */
export type RecordResult = RecordChange & { files: RecordFiles };

/** @returns false if the room has an active recording; of concurrent inserts the index accepts one */
export async function insertRecord(trx: Db, record: Row): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('records')
    .values(snakeCased(record))
    .onConflict((conflict) =>
      conflict.column('room_id').where(sql<boolean>`state IN ('new', 'recording')`).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function saveTransition(trx: Db, recordId: string, written: RecordChange & Pick<Row, 'state'>) {
  await trx
    .updateTable('records')
    .set({ ...snakeCased(written), ...(written.finishedAt && { progress: null }) })
    .where('id', '=', recordId)
    .execute();
}

/** The file of a speaker, as the recorder describes it. */
export interface NewVoice {
  participantId: string;
  /** The name to use if the participant's row is gone. */
  name: string;
  offset: number;
  duration: number;
  bytes: number;
  key: string;
}

/** Stores or replaces speakers, with names from the participants' rows, so that erased people stay erased. */
export async function saveVoices(trx: Db, recordId: string, voices: NewVoice[]): Promise<void> {
  for (const [index, voice] of voices.entries()) {
    await execute(trx)`
      INSERT INTO record_voices
        (record_id, number, participant_id, external_user_id, name, offset_seconds, duration, bytes, key, erased_at)
      SELECT ${recordId}, ${index + 1}, ${voice.participantId}, p.external_user_id, coalesce(p.name, ${voice.name}),
        ${voice.offset}, ${voice.duration}, ${voice.bytes}, ${voice.key}, p.erased_at
      FROM (SELECT 1) one LEFT JOIN participants p ON p.id = ${voice.participantId}
      ON CONFLICT (record_id, number) DO UPDATE SET participant_id = excluded.participant_id,
        external_user_id = excluded.external_user_id, name = excluded.name, offset_seconds = excluded.offset_seconds,
        duration = excluded.duration, bytes = excluded.bytes, key = excluded.key,
        erased_at = excluded.erased_at`;
  }
}

/**
 * Stores the keys before the upload starts: if its node is lost, deleting the recording removes these files too.
 * @returns false if the recording has ended
 */
export function saveUploadKeys(
  db: Db,
  recordId: string,
  { files, voices }: { files: RecordFiles; voices: NewVoice[] },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const changed = await countChanged(trx)`
      UPDATE records SET files = ${JSON.stringify(files)}
      WHERE id = ${recordId} AND state = 'processing'`;
    if (changed === 0) return false;
    await saveVoices(trx, recordId, voices);
    return true;
  });
}

/** Whether the room still exists. */
export const roomExists = (db: Db, roomId: string) => hasRows(db)`SELECT FROM rooms WHERE id = ${roomId}`;
