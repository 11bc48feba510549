import { type Admission, countWaiting } from '../../participants/participants.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { publishToUser } from '../changes.ts';
import type { ChatParts } from '../parts.ts';
import { moderatorsInCallOf } from './moderators.store.ts';
import { usersOfParticipants } from './store.ts';
import { usersAdmittedTo } from './waiting.store.ts';

type Parts = Pick<ChatParts, 'socket'>;

/** Sends the number of people who wait to the moderators in the call. They read the list by HTTP. */
export const publishWaitingCount = (parts: Parts, db: Db, roomId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const users = await moderatorsInCallOf(trx, roomId);
    if (users.length === 0) return;
    const payload = { roomId, waiting: await countWaiting(trx, roomId) };
    onCommit(trx, () => {
      for (const userId of users) publishToUser(parts, userId, { event: 'waiting-room', payload });
    });
  });

/** Notifies people who waited of their admission, then applies it to their connections. */
export const publishAdmissions = (parts: Parts, db: Db, people: Admission[]): Promise<void> =>
  inTransaction(db, async (trx) => {
    const byId = new Map(people.map((person) => [person.participantId, person]));
    const users = await usersOfParticipants(trx, [...byId.keys()]);
    onCommit(trx, () => {
      for (const [participantId, userId] of users) {
        publishToUser(parts, userId, { event: 'admission', payload: { ...byId.get(participantId) } });
      }
      if (users.size > 0) parts.socket.recheck([...new Set(users.values())]);
    });
  });

/** Runs in the transaction that ends a call: people who were admitted to it lose access until the next admission. */
export async function endAdmissions(parts: Parts, trx: Db, { id: callId }: { id: string }): Promise<void> {
  const users = await usersAdmittedTo(trx, callId);
  if (users.length > 0) onCommit(trx, () => parts.socket.recheck(users));
}
