import type { Db } from '../../platform/db/db.ts';
import { noteEvent } from './events.store.ts';
import { findHookPerson, isContinued, isInCall } from './people.store.ts';

/** Effect of an entry. A session that replaces another one is no event. */
export async function noteUserJoined(
  trx: Db,
  { room, call, participantId }: { room: { id: string }; call: { id: string }; participantId: string },
): Promise<void> {
  if (await isContinued(trx, { callId: call.id, participantId })) return;
  await noteEvent(trx, { roomId: room.id }, { name: 'user-joined', content: { participantId } });
}

/** Effect of the end of a session. */
export async function noteUserLeft(trx: Db, participantId: string): Promise<void> {
  const person = await findHookPerson(trx, participantId);
  if (!person || (await isInCall(trx, participantId))) return;
  await noteEvent(trx, { roomId: person.roomId }, { name: 'user-left', content: { participantId } });
}
