import { sql } from 'kysely';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { type NewRowOf, type RecordFiles, snakeCased } from '../platform/db/tables.ts';

/** Told on commit when a node has something to do with a recording. */
export const recordsChannel = 'lectern_records';

export async function wakeNodes(trx: Db, nodeId: string): Promise<void> {
  await sql`SELECT pg_notify(${recordsChannel}, ${nodeId})`.execute(trx);
}

type Row = NewRowOf<'records'>;

/** What a start writes; its move adds the rest. */
export type NewRecord = Omit<Row, 'state'>;

/** What a move writes beside the state. */
export type RecordChange = Partial<NewRecord>;

/** What a recording turned out to be. */
export type RecordResult = RecordChange & { files: RecordFiles };

/** @returns false where a recording of the room is active: of two at once the index lets one through */
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

/** A speaker's file, as the recorder knows it. */
export interface NewVoice {
  participantId: string;
  /** Where nothing better is known of them. */
  name: string;
  offset: number;
  duration: number;
  bytes: number;
  key: string;
}

/** The participants' own rows say who they are: who was erased meanwhile stays so. Written again, the last one counts. */
export async function saveVoices(trx: Db, recordId: string, voices: NewVoice[]): Promise<void> {
  for (const [index, voice] of voices.entries()) {
    await sql`
      INSERT INTO record_voices
        (record_id, number, participant_id, external_user_id, name, offset_seconds, duration, bytes, key)
      SELECT ${recordId}, ${index + 1}, ${voice.participantId}, p.external_user_id, coalesce(p.name, ${voice.name}),
        ${voice.offset}, ${voice.duration}, ${voice.bytes}, ${voice.key}
      FROM (SELECT 1) one LEFT JOIN participants p ON p.id = ${voice.participantId}
      ON CONFLICT (record_id, number) DO UPDATE SET participant_id = excluded.participant_id,
        external_user_id = excluded.external_user_id, name = excluded.name, offset_seconds = excluded.offset_seconds,
        duration = excluded.duration, bytes = excluded.bytes, key = excluded.key`.execute(trx);
  }
}

/**
 * Writes down what is about to be brought to the storage: where its node is lost on the way, whoever deletes the
 * recording removes that too.
 * @returns false where the recording has ended
 */
export function saveUploadKeys(
  db: Db,
  recordId: string,
  { files, voices }: { files: RecordFiles; voices: NewVoice[] },
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('records')
      .set({ files: JSON.stringify(files) })
      .where('id', '=', recordId)
      .where('state', '=', 'processing')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await saveVoices(trx, recordId, voices);
    return true;
  });
}

/** Is there still a room whose people could be told? */
export async function roomExists(db: Db, roomId: string): Promise<boolean> {
  const row = await db.selectFrom('rooms').select('id').where('id', '=', roomId).executeTakeFirst();
  return row !== undefined;
}
