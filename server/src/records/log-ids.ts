import type { RecordRow } from './store.ts';

/** The ids in each log line about a recording. */
export const logIdsOf = ({ id, callId, roomId, spaceId }: RecordRow) => ({
  recordId: id,
  ...{ callId, roomId, spaceId },
});
