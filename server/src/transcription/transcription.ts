/** The public interface of transcripts. */
export { eraseFromTranscripts } from './erase.store.ts';
export { type StartTranscribingParts, startTranscribing } from './making/making.ts';
export { startSummarizing } from './making/summaries.ts';
export type { TranscriptionParts } from './parts.ts';
export { requestAutomatically } from './request.ts';
export { transcriptionEndpoints } from './routes.ts';
export { shownTranscriptions } from './states.ts';
