/**
 * Transcripts, the search in them, summaries. Owns `transcripts`, `transcript_segments`, `transcript_chunks`.
 * Triggers fill `searched_segments` and delete the transcript of a deleted recording (migration 0040).
 * Offers: the states of transcripts, jobs. Listens to: a finished recording (`requestAutomatically`).
 * Look first: `making/attempt.ts` makes a transcript of chunks; `making/summaries.ts` makes its summary,
 * highlights first (`summary/highlights.ts`), then by a language model (`summary/model/write.ts`).
 */

export { eraseFromTranscripts } from './erase.store.ts';
export { type ExportedSegment, toVtt } from './exports/exports.ts';
export { type TranscribeJobParts, transcribeJob } from './making/making.ts';
export { summarizeJob } from './making/summaries.ts';
export { transcriptionEndpoints } from './routes.ts';
export { shownTranscriptions } from './states.ts';
