import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Answer, Body } from '../../../contract/routes.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { Refusal, refuse, refuseField } from '../platform/errors.ts';
import { announceItem, lockStage } from './change.ts';
import { isSameItem, noBase, putBase, putScreen, type StageBase, type StageState } from './item.ts';
import type { StageParts } from './parts.ts';
import { presentStage, stageOf } from './present.ts';
import { type Acting, lockReadyPage, saveItem } from './store.ts';

interface Putting {
  roomId: string;
  by: Acting;
  body: Body<'updateStage'>;
}

/** @throws Refusal 422 with every fault */
async function baseOf(trx: Db, roomId: string, { documentId, page }: Putting['body']): Promise<StageBase> {
  const details: ErrorDetail[] = [];
  if (!documentId) details.push({ path: 'documentId', message: 'is required for a page' });
  if (!page) details.push({ path: 'page', message: 'is required for a page' });
  if (!documentId || !page) throw new Refusal('validation_failed', { details });
  if (await lockReadyPage(trx, { roomId, documentId, number: page }))
    return { base: 'page', documentId, page };
  const isThere = (await lockReadyPage(trx, { roomId, documentId, number: 1 })) !== undefined;
  return isThere
    ? refuseField('page', 'is not ready, or the document has no such page')
    : refuseField('documentId', 'names no document of this room with a page that is ready');
}

async function stageWith(
  trx: Db,
  before: StageState,
  { roomId, body }: Pick<Putting, 'roomId' | 'body'>,
): Promise<StageState> {
  const { kind, participantId } = body;
  if (kind === 'none') return putBase(before, noBase);
  if (kind === 'page') return putBase(before, await baseOf(trx, roomId, body));
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
    const after = await stageWith(trx, before, { roomId, body });
    if (isSameItem(before, after)) return stageOf(trx, roomId);
    const item = (await saveItem(trx, { roomId, ...after }, by)) ?? refuse('forbidden');
    await announceItem(parts, trx, { roomId, item });
    return presentStage(item);
  });
