/** What recordings offer to the program and to the features above them. */
export { eraseFromRecords } from './erase.store.ts';
export { readableFiles } from './keys.ts';
export { type RecordListeners, recordListeners } from './listeners.ts';
export type { RecordParts } from './parts.ts';
export { deletePastRecords, forgetPastRecords } from './past.ts';
export { recordEndpoints } from './routes.ts';
export { startWatchingNodes } from './running/lost.ts';
export { startMindingRecords } from './running/minding.ts';
export { startRunning } from './running/running.ts';
export { countActive as countActiveRecords } from './store.ts';
