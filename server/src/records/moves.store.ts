import { sql } from 'kysely';
import type { RecordFailure, RecordState } from '../../../contract/records.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import type { RecordFiles, RecordQuality } from '../platform/db/tables.ts';
import type { RecordRow, StopReason } from './store.ts';

/** Told on commit when a node has something to do with a recording. */
export const recordsChannel = 'lectern_records';

export async function wakeNodes(trx: Db, nodeId: string): Promise<void> {
  await sql`SELECT pg_notify(${recordsChannel}, ${nodeId})`.execute(trx);
}

export type NewRecord = Pick<
  RecordRow,
  | 'id'
  | 'spaceId'
  | 'roomId'
  | 'callId'
  | 'name'
  | 'layout'
  | 'nodeId'
  | 'startedByUser'
  | 'startedByParticipant'
  | 'startedByName'
  | 'maxSeconds'
  | 'createdAt'
>;

/** What a recording turned out to be. */
export interface Made {
  duration: number;
  width: number;
  height: number;
  bytes: number;
  isPartial: boolean;
  /** Null: nothing was worse than it should have been. */
  quality: RecordQuality | null;
  files: RecordFiles;
}

/** What a move writes beside the state. */
export interface Written {
  startedAt?: Date;
  stoppedAt?: Date;
  stopReason?: StopReason;
  finishedAt?: Date;
  failure?: RecordFailure;
  made?: Made;
}

/** @returns false where a recording of the room is active: of two at once the index lets one through */
export async function insertRecord(
  trx: Db,
  record: NewRecord,
  { state, written: { failure, finishedAt } }: { state: RecordState; written: Written },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO records (id, space_id, room_id, call_id, name, layout, state, node_id, started_by_user,
      started_by_participant, started_by_name, max_seconds, created_at, finished_at, failure)
    VALUES (${record.id}, ${record.spaceId}, ${record.roomId}, ${record.callId}, ${record.name}, ${record.layout},
      ${state}, ${record.nodeId}, ${record.startedByUser}, ${record.startedByParticipant}, ${record.startedByName},
      ${record.maxSeconds}, ${record.createdAt}, ${finishedAt ?? null}, ${failure ?? null})
    ON CONFLICT (room_id) WHERE state IN ('new', 'recording') DO NOTHING`.execute(trx);
  return numAffectedRows === 1n;
}

export async function saveMove(
  trx: Db,
  recordId: string,
  { state, written }: { state: RecordState; written: Written },
): Promise<void> {
  const { startedAt, stoppedAt, stopReason, finishedAt, failure, made } = written;
  await trx
    .updateTable('records')
    .set({
      state,
      ...(startedAt && { started_at: startedAt }),
      ...(stoppedAt && { stopped_at: stoppedAt }),
      ...(stopReason && { stop_reason: stopReason }),
      ...(finishedAt && { finished_at: finishedAt, progress: null }),
      ...(failure && { failure }),
      ...(made && {
        duration: made.duration,
        width: made.width,
        height: made.height,
        bytes: String(made.bytes),
        is_partial: made.isPartial,
        quality: made.quality && JSON.stringify(made.quality),
        files: JSON.stringify(made.files),
      }),
    })
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
export function saveKeys(
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
export async function roomIsThere(db: Db, roomId: string): Promise<boolean> {
  const row = await db.selectFrom('rooms').select('id').where('id', '=', roomId).executeTakeFirst();
  return row !== undefined;
}
