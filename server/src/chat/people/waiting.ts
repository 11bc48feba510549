import { type Admission, countWaiting } from '../../participants/participants.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { publishToUser } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { presentModerators, usersAdmittedTo, usersOfParticipants } from './waiting.store.ts';

type Parts = Pick<ChatParts, 'socket'>;

/** The moderators in the call hear how many wait; whom, they read by HTTP. */
export const publishWaitingCount = (parts: Parts, db: Db, roomId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const users = await presentModerators(trx, roomId);
    if (users.length === 0) return;
    const payload = { roomId, waiting: await countWaiting(trx, roomId) };
    onCommit(trx, () => {
      for (const userId of users) publishToUser(parts, userId, { event: 'waiting-room', payload });
    });
  });

/** Who waited hears what became of them; then they are held to it, channels and all. */
export const publishAdmissions = (parts: Parts, db: Db, people: Admission[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    const byId = new Map(people.map((person) => [person.participantId, person]));
    const users = await usersOfParticipants(trx, [...byId.keys()]);
    onCommit(trx, () => {
      for (const { participantId, userId } of users) {
        publishToUser(parts, userId, { event: 'admission', payload: { ...byId.get(participantId) } });
      }
      if (users.length > 0) parts.socket.recheck([...new Set(users.map(({ userId }) => userId))]);
    });
  });

/** In the transaction that ends a call: who was let into it hears no more, until they are let into the next. */
export async function endAdmissions(parts: Parts, trx: Db, callId: string): Promise<void> {
  const users = await usersAdmittedTo(trx, callId);
  if (users.length > 0) onCommit(trx, () => parts.socket.recheck(users));
}
