/**
 * Calls and visits. Owns `calls`, `visits`, the tables of intervals, `engine_events` and `deleted_rooms`.
 * Offers: the running call of a room, its counts, the recipients of emails about it. Announces `CallEffects` (`parts.ts`).
 * Listens to: the media server, by its webhook (`intake.ts`) and by a comparison every two seconds
 * (`reconcile.ts`); the deletion of rooms (`end-for-all.ts`). All of them lock the room first (`changeCall`).
 * Look first: `lifecycle.ts`, the only file that moves a call from state to state; `enforce-rights.ts` for removals.
 */

export { participantsOfCaller } from './caller.store.ts';
export { type CountedCall, callWithCounts, finishedCallsWithCounts } from './counts.store.ts';
export { type EmailRecipient, emailRecipientsOf } from './email-recipients.store.ts';
export { finishCallIn } from './end-for-all.ts';
export type { CallEffects, CallFact, CallParts, Entry, FinishedCall } from './parts.ts';
export { presentCall } from './present.ts';
export { type SampleVisit, writeSampleCall } from './sample.ts';
export { activeCallOf, lockRoomOfCall, type RoomRow } from './store.ts';
