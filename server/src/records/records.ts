/**
 * Recordings. Owns `records` and `record_voices`.
 * Offers: the recording in a path, its file and voices, the keys that a reader may read (`files/keys.ts`).
 * Announces `onRecordFinished`, `onTransition` (`parts.ts`) and `onRecordDeleting` (`routes.ts`).
 * Listens to: entries to a call (`start.ts`), its end and the deletion of rooms (`stop.ts`).
 * Look first: `lifecycle.ts` makes every change of a state; `running/next-step.ts` decides for a node's loop.
 */

export { recordInPath } from './access.ts';
export { eraseFromRecords } from './deleting/erase.store.ts';
export { recordLeftovers } from './deleting/leftovers.ts';
export { deletePastRecordRows, deletePastRecords } from './deleting/past.ts';
export { recordEmailWriter } from './email/email.ts';
export { filterReadableKeys } from './files/keys.ts';
export { cacheAddresses } from './files/pictures.ts';
export type { RecordParts, ShownTranscription } from './parts.ts';
export { addressesUntil, fileNameOf } from './present.ts';
export { recordEndpoints } from './routes.ts';
export { watchNodesJob } from './running/lost.ts';
export { findUnendedOf as findUnendedRecordsOf } from './running/running.store.ts';
export { recordingJobs } from './running/running.ts';
export {
  countActive as countActiveRecords,
  lockRecord,
  lockRecordOfSpace,
  type RecordRow,
  type VoiceRow,
  videoKeyOfRecord,
  voicesOf,
} from './store.ts';
