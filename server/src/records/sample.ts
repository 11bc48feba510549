import { type CallFact, lockRoomOfCall } from '../calls/calls.ts';
import { after, seconds } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { roomById } from '../rooms/rooms.ts';
import { hasStorageFor } from '../spaces/spaces.ts';
import { fileKeyOf } from './files/keys.ts';
import { finishRecord, markPictureArrived, requestRecord, stopRecord } from './lifecycle.ts';
import type { RecordParts } from './parts.ts';
import { newRecord, usualNameOf } from './start.ts';
import type { RecordResult } from './transitions.store.ts';

/** The files of a recording that is stored already, and what they are. */
type SampleFilm = Required<Pick<RecordResult, 'width' | 'height'>> & {
  video: string;
  poster: string;
  /** In seconds. */
  duration: number;
  bytes: number;
};

interface Sampling {
  recordId: string;
  film: SampleFilm;
  call: CallFact;
  until: Date;
}

/** Where the files of the recording are stored. */
export const sampleKeysOf = (
  of: { spaceId: string; recordId: string },
  { video, poster }: Pick<SampleFilm, 'video' | 'poster'>,
) => {
  const record = { spaceId: of.spaceId, id: of.recordId };
  return { video: fileKeyOf(record, video), poster: fileKeyOf(record, poster) };
};

/**
 * Records the end of a sample call that lasts until `until`, by the moves of a real recording (docs/decisions/0202).
 * @returns what finishes the recording after its call
 */
export async function recordSampleCall(
  parts: RecordParts,
  trx: Db,
  { recordId, film, call, until }: Sampling,
): Promise<(trx: Db) => Promise<void>> {
  const { spaceId, roomId, id: callId } = call;
  const { width, height, duration, bytes } = film;
  const room = (await roomById(trx, roomId)) ?? refuse('not_found');
  const { plan } = (await lockRoomOfCall(trx, roomId)) ?? refuse('not_found');
  if (!room.flags.isRecordAllowed) refuse('record_not_allowed');
  if (!(await hasStorageFor(trx, { spaceId, bytes, limit: parts.storageLimit })))
    refuse('group_storage_full');
  const at = after(-seconds(duration), until);
  const begun = { startedBy: {}, createdAt: at };
  const name = await usualNameOf(trx, room, begun);
  const record = { ...newRecord(parts, { room, callId, plan, name, nodeId: null, ...begun }), id: recordId };
  if (!(await requestRecord(parts, trx, { ...record, isSample: true }))) refuse('record_active');
  await markPictureArrived(parts, trx, { recordId, at });
  await stopRecord(parts, trx, { recordId, at: until, reason: 'call_ended' });
  const files = sampleKeysOf({ spaceId, recordId }, film);
  const made = { files, width, height, duration, bytes: String(bytes) };
  return async (later) => void (await finishRecord(parts, later, { recordId, made, voices: [] }));
}
