import { type EngineParticipant, MediaEngineAway, sameRights } from '../engines/media/media.ts';
import { standingsIn, updateRoles } from '../participants/participants.ts';
import type { CallParts } from './parts.ts';

/**
 * Puts out a person whose track is not of the kind of its source: sound under the name of a camera would be heard while
 * microphones are off. Only a client that ignores the rules sends it.
 */
export async function refuseDisguise(
  { engine, log }: CallParts,
  roomId: string,
  identity: string,
): Promise<void> {
  log.warn(
    { roomId, participantId: identity },
    'put out a client whose track is not of the kind of its source',
  );
  await engine.remove(roomId, identity);
}

/**
 * Applies the database's state to the media server: removes participants who may not be in the room and sets the
 * rights of all others. If the media server is down, the next reconciliation does it.
 */
export async function applyStandings(
  parts: CallParts,
  roomId: string,
  participants: EngineParticipant[],
): Promise<void> {
  const { db, engine, log, listeners } = parts;
  const visible = participants.filter(({ hidden }) => !hidden);
  if (visible.length === 0) return;
  const ids = visible.map(({ identity }) => identity);
  const changed = await updateRoles(db, { ids });
  const admitted = await standingsIn(db, roomId, ids);
  const gone = ids.filter((id) => !admitted.has(id));
  await listeners.onStandingChanged(db, { changed, gone });
  for (const { identity, publish, role, name, tracks } of visible) {
    const standing = admitted.get(identity);
    try {
      if (!standing) await engine.remove(roomId, identity);
      else if (tracks.some(({ isDisguised }) => isDisguised)) await refuseDisguise(parts, roomId, identity);
      else {
        if (!sameRights(publish, standing.publish)) {
          await engine.setPublishing(roomId, identity, standing.publish);
        }
        if (role !== standing.role) await engine.setRole(roomId, identity, standing.role);
        if (name !== standing.name) await engine.setName(roomId, identity, standing.name);
      }
    } catch (error) {
      if (!(error instanceof MediaEngineAway)) throw error;
      log.warn({ roomId }, 'no rights applied while the media server is down; will retry');
      return;
    }
  }
}
