import { ensureRoomChannel, lockRoomChannel, publishToRoom } from '../chat/chat.ts';
import type { Db } from '../platform/db/db.ts';
import { runAll } from '../platform/effects.ts';
import { emptyStage, isSameItem, type StageState } from './item.ts';
import type { StageParts } from './parts.ts';
import { presentStage } from './present.ts';
import { findState, type StageItem, saveItem, saveScreens } from './store.ts';

/**
 * The stage of a room. Its channel is locked until the transaction ends: the last of several changes is also the last
 * that pages hear of. Everything that changes a stage locks in this order.
 */
export async function lockStage(trx: Db, roomId: string): Promise<StageState> {
  await ensureRoomChannel(trx, roomId);
  await lockRoomChannel(trx, roomId);
  return (await findState(trx, roomId)) ?? emptyStage;
}

/** Publishes an item that was stored. */
export async function announceItem(
  parts: StageParts,
  trx: Db,
  { roomId, item }: { roomId: string; item: StageItem },
): Promise<void> {
  await publishToRoom(parts, trx, { roomId, event: 'stage-changed', payload: { ...presentStage(item) } });
  await runAll(trx, parts.onStageChanged, roomId);
}

/** Applies what happened to the screens or the document on a stage. */
export async function changeStage(
  parts: StageParts,
  trx: Db,
  { roomId, change }: { roomId: string; change: (stage: StageState) => StageState },
): Promise<void> {
  const before = await lockStage(trx, roomId);
  const after = change(before);
  if (after === before) return;
  if (isSameItem(before, after)) return saveScreens(trx, roomId, after.screens);
  const item = await saveItem(trx, { roomId, ...after });
  if (item) await announceItem(parts, trx, { roomId, item });
}
