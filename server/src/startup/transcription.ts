import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ChatCompletions } from '../engines/language/chat-completions.ts';
import type { NamedJob } from '../platform/jobs/jobs.ts';
import { summarizeJob, transcribeJob } from '../transcription/transcription.ts';
import type { JobParts } from '../wiring/parts.ts';

/** Transcribes recordings and makes their summaries, on all nodes at once: each transcript is claimed by one. */
export function transcriptionJobs(parts: JobParts): NamedJob[] {
  const { config, db, node, files, speech, speechCheck, cutter, recorder, space } = parts;
  const log = parts.logs.transcripts;
  const { LECTERN_LLM_URL: url, LECTERN_LLM_KEY: key, LECTERN_LLM_MODEL: name } = config;
  // Undefined: nobody writes summaries.
  const model = url && name ? new ChatCompletions({ url, key, model: name }) : undefined;
  const places = config.LECTERN_SPEECH_PLACES ?? Math.max(1, Math.floor(availableParallelism() / 4));
  // Corrections and erasures need summaries also where nothing is transcribed any more.
  const summaries = { name: 'transcription.summarize', log, ...summarizeJob({ db, model, log }) };
  const folder = join(config.LECTERN_DATA_DIR, 'transcribing');
  if (!speech || !speechCheck || places === 0) {
    // A run that was killed while this node transcribed may have left voices.
    const removed = rm(folder, { recursive: true, force: true }).catch((error: Error) =>
      log.warn(
        { folder, reason: error.message },
        'could not remove voices of earlier work; delete the folder',
      ),
    );
    return [{ ...summaries, end: () => removed }];
  }
  const transcribing = {
    ...{ db, node, log, speech, speechCheck, cutter, space, places, folder, files },
    hasLanguageModel: model !== undefined,
    isOverloaded: () => recorder.isOverloaded(),
  };
  return [{ name: 'transcription.transcribe', log, ...transcribeJob(transcribing) }, summaries];
}
