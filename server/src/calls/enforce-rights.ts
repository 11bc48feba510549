import {
  type EngineParticipant,
  engineNameOf,
  MediaEngineAway,
  MediaEngineRefused,
  sameRights,
} from '../engines/media/media.ts';
import { standingsIn, tryInEngine, updateRoles } from '../participants/participants.ts';
import { after } from '../platform/clock.ts';
import { runAll } from '../platform/effects.ts';
import { disconnectDoubled, hasDoubledSource } from './doubled-tracks.ts';
import type { CallParts } from './parts.ts';

/**
 * Disconnects a client that published a track whose kind does not fit its source, such as sound as a camera track: it
 * would be heard while microphones are off (docs/decisions/0111). Our clients never send one.
 */
export async function disconnectMislabelled(
  parts: CallParts,
  { roomId, identity }: { roomId: string; identity: string },
): Promise<void> {
  const { engine, log } = parts;
  log.warn(
    { roomId, participantId: identity },
    'disconnected a client: the kind of its track does not fit the source',
  );
  await tryInEngine(parts, () => engine.remove(roomId, identity));
}

export const timings = {
  /** Clients give up themselves if their media session has not begun by then. */
  connectMs: 15_000,
};

/**
 * Whether a client is in signalling, where it sees who comes and is seen, and has begun no media session in
 * time (docs/decisions/0120).
 */
const isOverdue = ({ isConnecting, joinedAt }: EngineParticipant): boolean =>
  isConnecting === true && joinedAt <= after(-timings.connectMs);

async function disconnectOverdue(
  { engine, log }: CallParts,
  { roomId, identity }: { roomId: string; identity: string },
): Promise<void> {
  log.info({ roomId, participantId: identity }, 'disconnected a client: it began no media session in time');
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
  const { db, engine, log, onPeopleChanged, onRolesChanged } = parts;
  const visible = participants.filter(({ hidden }) => !hidden);
  if (visible.length === 0) return;
  const ids = visible.map(({ identity }) => identity);
  const changed = await updateRoles(db, { ids });
  const admitted = await standingsIn(db, roomId, ids);
  const gone = ids.filter((id) => !admitted.has(id));
  const concerned = [...gone, ...changed.map(({ participantId }) => participantId)];
  if (concerned.length > 0) await runAll(db, onPeopleChanged, concerned);
  await runAll(db, onRolesChanged, changed);
  for (const person of visible) {
    const { identity, publish, role, name, tracks } = person;
    const standing = admitted.get(identity);
    try {
      if (!standing) await engine.remove(roomId, identity);
      else if (isOverdue(person)) await disconnectOverdue(parts, { roomId, identity });
      else if (tracks.some(({ isMislabelled }) => isMislabelled))
        await disconnectMislabelled(parts, { roomId, identity });
      else {
        if (hasDoubledSource(tracks)) void disconnectDoubled(parts, { roomId, identity });
        if (!sameRights(publish, standing.publish)) {
          await engine.setPublishing(roomId, identity, standing.publish);
        }
        if (role !== standing.role) await engine.setRole(roomId, identity, standing.role);
        if (name !== engineNameOf(standing.name)) await engine.setName(roomId, identity, standing.name);
      }
    } catch (error) {
      if (error instanceof MediaEngineRefused) {
        // The others have rights that end, too.
        log.warn(
          { err: error, roomId, participantId: identity },
          'could not apply the rights of a participant',
        );
        continue;
      }
      if (!(error instanceof MediaEngineAway)) throw error;
      log.warn({ roomId }, 'no rights applied while the media server is down; will retry');
      return;
    }
  }
}
