/** The public interface of recordings. */
export { eraseFromRecords } from './deleting/erase.store.ts';
export { deletePastRecordRows, deletePastRecords } from './deleting/past.ts';
export { filterReadableKeys } from './files/keys.ts';
export { type RecordListeners, recordListeners } from './listeners.ts';
export type { RecordParts } from './parts.ts';
export { recordEndpoints } from './routes.ts';
export { startRemovingFiles } from './running/file-removal.ts';
export { startWatchingRecorderNodes } from './running/lost.ts';
export { startRecordRunner } from './running/running.ts';
export { countActive as countActiveRecords, videoKeyOfRecord } from './store.ts';
