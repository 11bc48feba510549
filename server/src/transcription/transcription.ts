/** The public interface of transcripts. */
export type { TranscriptionParts } from './parts.ts';
export { requestAutomatically } from './request.ts';
export { transcriptionEndpoints } from './routes.ts';
export { shownTranscriptions } from './states.ts';
