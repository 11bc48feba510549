/** The public interface of calls. */
export {
  type CountedCall,
  callWithCounts,
  finishedCallsWithCounts,
  personKeyOf,
  saveCounts,
} from './counts.store.ts';
export { finishCallOfDeletedRoom, interruptAllCalls } from './finish.ts';
export { engineIntakePath, registerEngineIntake } from './intake.ts';
export type { CallFact, CallListeners, CallParts, Entry } from './parts.ts';
export { presentCall } from './present.ts';
export { deleteOldEngineRows, startReconciling } from './reconcile.ts';
export { callEndpoints } from './routes.ts';
export { activeCallOf, insertDeletedRooms, lockRoomOfCall, type RoomRow } from './store.ts';
