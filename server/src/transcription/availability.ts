import type { Db } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import type { RecordAccess, RecordRow } from '../records/records.ts';
import { allows, planOf } from '../users/users.ts';
import { secondsUntilReady } from './estimate.store.ts';
import type { TranscriptionParts } from './parts.ts';
import { findTranscript, isSpeechBroken, type TranscriptRow } from './store.ts';

/** Refuses if the plan of the group's owner has no transcription. */
export async function checkPlan(
  { supportAddress }: TranscriptionParts,
  db: Db,
  ownerId: string,
): Promise<void> {
  const plan = await planOf(db, ownerId);
  if (plan !== undefined && allows(plan, 'transcription')) return;
  const contact = supportAddress ?? 'the operator of this installation';
  throw new Refusal('transcription_unavailable', {
    reason: 'plan',
    message: `The plan of this group's owner does not include transcription. Contact ${contact}.`,
  });
}

/** Refuses if no engine is configured, with what the operator can do. */
export function checkEngine({ speech }: TranscriptionParts): void {
  if (speech) return;
  throw new Refusal('transcription_unavailable', {
    reason: 'engine',
    message:
      'This installation has no speech engine. The operator sets LECTERN_SPEECH_MODEL to a whisper model, or LECTERN_SPEECH_URL to a service; docs/configuration.md explains both.',
  });
}

/** Refuses while the engine of no node works. Recordings wait meanwhile. */
export async function checkEngineWorks(db: Db): Promise<void> {
  if (await isSpeechBroken(db)) throw new Refusal('engine_unavailable', { retryAfter: 60 });
}

/** A transcript follows a recording that is still being made. */
const unfinished = new Set<RecordRow['state']>(['new', 'recording', 'processing']);

/** Reads the transcript of a recording. @throws a Refusal that says why there is none */
export async function readyTranscript(
  parts: TranscriptionParts,
  db: Db,
  { record, room, space }: RecordAccess,
): Promise<TranscriptRow> {
  await checkPlan(parts, db, space.ownerId);
  const found = await findTranscript(db, record.id);
  if (found?.state === 'ready') return found;
  if (found?.failure) throw new Refusal('transcription_failed', { reason: found.failure });
  checkEngine(parts);
  const isComing = found ?? (unfinished.has(record.state) && room.flags.isTranscriptionAllowed);
  if (!isComing) refuse('not_found');
  await checkEngineWorks(db);
  throw new Refusal('transcription_not_ready', { retryAfter: await secondsUntilReady(db, record.id) });
}
