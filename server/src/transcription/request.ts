import { now } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { lockRecord, type RecordRow } from '../records/records.ts';
import { allows } from '../users/users.ts';
import { saveRequest } from './change.store.ts';
import type { TranscriptionParts } from './parts.ts';
import { findTranscript, roomSettingsOf } from './store.ts';

/** In the transaction that finishes a recording: requests its transcript if room, plan and engine allow it. */
export async function requestAutomatically(
  { speech }: Pick<TranscriptionParts, 'speech'>,
  trx: Db,
  { id: recordId, roomId }: Pick<RecordRow, 'id' | 'roomId'>,
): Promise<void> {
  const settings = speech && (await roomSettingsOf(trx, roomId));
  if (!settings?.isAllowed || !allows(settings.plan, 'transcription')) return;
  await saveRequest(trx, { recordId, language: settings.language, at: now() });
}

/** Requests a transcript for a person, whatever the room's setting. @returns its state */
export function requestTranscript(
  db: Db,
  { recordId, language }: { recordId: string; language: string },
): Promise<'waiting' | 'running'> {
  return inTransaction(db, async (trx) => {
    // Nobody deletes the recording meanwhile: its deletion also deletes the transcript.
    const record = await lockRecord(trx, recordId);
    if (!record || record.deletedAt !== null) return refuse('not_found');
    if (record.state !== 'finished') return refuse('record_not_ready');
    if (await saveRequest(trx, { recordId, language, at: now() })) return 'waiting';
    return (await findTranscript(trx, recordId))?.state === 'running' ? 'running' : 'waiting';
  });
}
