import type { Db } from '../platform/db/db.ts';
import type { RecordRow, ShownTranscription } from '../records/records.ts';
import { allows } from '../users/users.ts';
import type { TranscriptionParts } from './parts.ts';
import { type TranscriptState, transcriptStatesOf } from './store.ts';

const unavailable = { state: 'unavailable', progress: null, reason: null, revision: null } as const;

function shownState(
  { speech }: Pick<TranscriptionParts, 'speech'>,
  { plan, state, failure, isSpeechBroken, progress, revision }: TranscriptState,
): ShownTranscription {
  if (!allows(plan, 'transcription')) return unavailable;
  if (!speech && state !== 'ready' && state !== 'failed') return unavailable;
  const isStopped = isSpeechBroken && (state === 'waiting' || state === 'running');
  return {
    state: state ?? 'none',
    progress: state === 'running' ? progress : null,
    reason: isStopped ? 'engine_unavailable' : failure,
    revision: state === 'ready' ? revision : null,
  };
}

/** The states of the transcripts of these recordings, by their ids. Recordings without a file are left out. */
export async function shownTranscriptions(
  parts: Pick<TranscriptionParts, 'speech'>,
  db: Db,
  records: Pick<RecordRow, 'id' | 'state'>[],
): Promise<Map<string, ShownTranscription>> {
  const finished = records.filter(({ state }) => state === 'finished').map(({ id }) => id);
  if (finished.length === 0) return new Map();
  const states = await transcriptStatesOf(db, finished);
  return new Map(states.map((state) => [state.recordId, shownState(parts, state)]));
}
