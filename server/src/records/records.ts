/**
 * Recordings. Owns `records`, `record_voices`, `record_chapters` and `record_links`.
 * Offers: the recording in a path, its file and voices, the keys that a reader may read (`files/keys.ts`).
 * Announces `onRecordFinished`, `onTransition` (`parts.ts`) and `onRecordDeleting` (`routes.ts`).
 * Listens to: entries to a call (`start.ts`), its end and the deletion of rooms (`stop.ts`).
 * Look first: `lifecycle.ts` makes every change of a state; `running/next-step.ts` decides for a node's loop.
 */

export { type RecordAccess, recordInPath } from './access.ts';
export { removeRecord } from './deleting/delete.ts';
export { eraseFromRecords } from './deleting/erase.store.ts';
export { cacheAddresses } from './files/pictures.ts';
export { countRecordLinksBy, revokeRecordLinksBy } from './links/links.store.ts';
export { logIdsOf } from './log-ids.ts';
export type { ShownTranscription } from './parts.ts';
export { addressesFor, fileNameOf } from './present.ts';
export { recordSampleCall, sampleKeysOf } from './sample.ts';
export {
  lockRecord,
  lockRecordOfSpace,
  type RecordRow,
  recordById,
  type VoiceRow,
  videoKeyOfRecord,
  voicesOf,
} from './store.ts';
