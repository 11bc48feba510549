import type { PublishRights } from '../../engines/media/media.ts';
import type { Db } from '../../platform/db/db.ts';
import { roomById } from '../../rooms/rooms.ts';
import type { Participant } from '../participant.ts';
import { filterAdmitted, participantsByIds } from '../store.ts';
import { rightsOf } from './rights.ts';

/** The role, name and rights of a participant in a call. */
export interface Standing {
  role: Participant['role'];
  name: string;
  /** The sources that they may send. */
  publish: PublishRights;
}

/**
 * Returns the current role and rights of these participants of a room by id. Those who may not be in the call are
 * left out.
 */
export async function standingsIn(
  db: Db,
  roomId: string,
  participantIds: string[],
): Promise<Map<string, Standing>> {
  const room = await roomById(db, roomId);
  if (!room || participantIds.length === 0) return new Map();
  const allowed = await filterAdmitted(db, participantIds);
  const people = await participantsByIds(db, participantIds);
  return new Map(
    people
      .filter((person) => person.roomId === roomId && allowed.has(person.id))
      .map((person) => [
        person.id,
        { role: person.role, name: person.name, publish: rightsOf(person, room) },
      ]),
  );
}
