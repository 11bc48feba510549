/**
 * The stage of a room: what everybody sees in the large tile (docs/decisions/0221). Owns `room_stages`.
 * Offers: the item for entries and recordings. Announces `StageEffects` (`parts.ts`).
 * Listens to: screens that begin and end in calls, people who leave, the end of a call (`follow.ts`).
 * Look first: `item.ts` states which act wins.
 */

export type { StageParts } from './parts.ts';
export { stageOf } from './present.ts';
export { itemOnStage } from './store.ts';
