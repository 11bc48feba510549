import type { Answer, Body } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import { announceItem, lockStage } from './change.ts';
import { isSameItem, putBase, putScreen, type StageState } from './item.ts';
import type { StageParts } from './parts.ts';
import { presentStage, stageOf } from './present.ts';
import { type Acting, saveItem } from './store.ts';

interface Putting {
  roomId: string;
  by: Acting;
  body: Body<'updateStage'>;
}

function stageWith(before: StageState, { kind, participantId }: Putting['body']): StageState {
  if (kind === 'none') return putBase(before, { base: 'none' });
  if (!participantId) return refuseField('participantId', 'is required for a screen');
  return putScreen(before, participantId) ?? refuse('screen_not_shared');
}

/**
 * Puts an item on the stage of a room, also in place of a screen. The same item again changes nothing.
 * @throws Refusal 403 if the caller lost the role meanwhile, 409 for a screen that nobody shares
 */
export const putOnStage = (
  parts: StageParts,
  db: Db,
  { roomId, by, body }: Putting,
): Promise<Answer<'getStage'>> =>
  inTransaction(db, async (trx) => {
    const before = await lockStage(trx, roomId);
    const after = stageWith(before, body);
    if (isSameItem(before, after)) return stageOf(trx, roomId);
    const item = (await saveItem(trx, { roomId, ...after }, by)) ?? refuse('forbidden');
    await announceItem(parts, trx, { roomId, item });
    return presentStage(item);
  });
