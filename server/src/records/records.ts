/** What recordings offer to the program and to the features above them. */
export { eraseFromRecords } from './deleting/erase.store.ts';
export { deletePastRecords, forgetPastRecords } from './deleting/past.ts';
export { readableFiles } from './files/keys.ts';
export { type RecordListeners, recordListeners } from './listeners.ts';
export type { RecordParts } from './parts.ts';
export { recordEndpoints } from './routes.ts';
export { startWatchingNodes } from './running/lost.ts';
export { startMindingRecords } from './running/minding.ts';
export { startRunning } from './running/running.ts';
export { countActive as countActiveRecords } from './store.ts';
