import { type EngineParticipant, MediaEngineAway, type PublishRights } from '../engines/media/media.ts';
import type { CallParts } from './parts.ts';

const sameRights = (a: PublishRights, b: PublishRights): boolean =>
  a.microphone === b.microphone && a.camera === b.camera && a.screen === b.screen;

/**
 * Makes the engine agree with the database: who may not be in the room is put out, and everybody may send
 * what the database says. Where the engine is away, the next look at it makes up for it.
 */
export async function applyStandings(
  { db, engine, log, standings }: CallParts,
  roomId: string,
  participants: EngineParticipant[],
): Promise<void> {
  const visible = participants.filter(({ hidden }) => !hidden);
  if (visible.length === 0) return;
  const ids = visible.map(({ identity }) => identity);
  const known = await standings(db, roomId, ids);
  for (const { identity, publish } of visible) {
    const standing = known.get(identity);
    try {
      if (!standing?.mayBePresent) await engine.remove(roomId, identity);
      else if (!sameRights(publish, standing.rights)) {
        await engine.setPublishing(roomId, identity, standing.rights);
      }
    } catch (error) {
      if (!(error instanceof MediaEngineAway)) throw error;
      log.warn({ roomId }, 'rights could not be applied while the media engine is away');
      return;
    }
  }
}
