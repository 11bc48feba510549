import type { Db } from '../platform/db/db.ts';
import { changeStage } from './change.ts';
import { beginScreen, endAllScreens, endBase, endScreen } from './item.ts';
import type { StageParts } from './parts.ts';
import { findRoomOfLostScreen, findScreen, hasScreens } from './store.ts';

interface SeenScreen {
  roomId: string;
  visit: { id: string; participantId: string };
  source: 'microphone' | 'camera' | 'screen';
  isMuted: boolean;
}

/** Effect of a track that came or went: a screen that begins takes the stage, and leaves it when it ends. */
export async function followScreen(
  parts: StageParts,
  trx: Db,
  { roomId, visit, source, isMuted }: SeenScreen,
): Promise<void> {
  if (source !== 'screen') return;
  const { participantId } = visit;
  const found = await findScreen(trx, { roomId, visitId: visit.id, participantId });
  // A muted screen is paused, and goes on.
  const isShared = found?.isSent === true || isMuted;
  if (isShared === found?.isKnown) return;
  const change = isShared ? beginScreen : endScreen;
  await changeStage(parts, trx, { roomId, change: (stage) => change(stage, participantId) });
}

/** Effect of somebody who left: their screen ended, unless another visit of theirs shares one. */
export async function endScreenOfAbsent(parts: StageParts, trx: Db, participantId: string): Promise<void> {
  const roomId = await findRoomOfLostScreen(trx, participantId);
  if (roomId) await changeStage(parts, trx, { roomId, change: (stage) => endScreen(stage, participantId) });
}

/** Effect of the end of a call, for screens that paused when it ended. */
export async function endScreensOfCall(
  parts: StageParts,
  trx: Db,
  { roomId }: { roomId: string },
): Promise<void> {
  if (await hasScreens(trx, roomId)) await changeStage(parts, trx, { roomId, change: endAllScreens });
}

/** Effect before a document is deleted: its page leaves the stage. */
export const endPagesOf = (
  parts: StageParts,
  trx: Db,
  { roomId, id }: { roomId: string; id: string },
): Promise<void> =>
  changeStage(parts, trx, { roomId, change: (stage) => (stage.documentId === id ? endBase(stage) : stage) });
