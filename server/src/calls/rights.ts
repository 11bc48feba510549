import { type EngineParticipant, MediaEngineAway, sameRights } from '../engines/media/media.ts';
import { rightsIn } from '../participants/participants.ts';
import type { CallParts } from './parts.ts';

/**
 * Makes the engine agree with the database: who may not be in the room is put out, and everybody may send
 * what the database says. Where the engine is away, the next look at it makes up for it.
 */
export async function applyRights(
  { db, engine, log }: CallParts,
  roomId: string,
  participants: EngineParticipant[],
): Promise<void> {
  const visible = participants.filter(({ hidden }) => !hidden);
  if (visible.length === 0) return;
  const ids = visible.map(({ identity }) => identity);
  const admitted = await rightsIn(db, roomId, ids);
  for (const { identity, publish } of visible) {
    const rights = admitted.get(identity);
    try {
      if (!rights) await engine.remove(roomId, identity);
      else if (!sameRights(publish, rights)) {
        await engine.setPublishing(roomId, identity, rights);
      }
    } catch (error) {
      if (!(error instanceof MediaEngineAway)) throw error;
      log.warn({ roomId }, 'rights could not be applied while the media engine is away');
      return;
    }
  }
}
