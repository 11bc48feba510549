import type { DeviceRequest } from '../../access-links/access-links.ts';
import {
  type Admission,
  countWaiting,
  type Muting,
  type RoleChange,
} from '../../participants/participants.ts';
import { type Db, inTransaction, onCommit } from '../../platform/db/db.ts';
import { publishToUser } from '../changes.ts';
import type { SocketPart } from '../parts.ts';
import { moderatorsInCallOf } from './moderators.store.ts';
import { usersAdmittedTo, usersOfParticipants } from './store.ts';

/** Sends the number of people who wait to the moderators in the call. They read the list by HTTP. */
export const publishWaitingCount = (parts: SocketPart, db: Db, roomId: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const users = await moderatorsInCallOf(trx, roomId);
    if (users.length === 0) return;
    const payload = { roomId, waiting: await countWaiting(trx, roomId) };
    onCommit(trx, () => {
      for (const userId of users) publishToUser(parts, userId, { event: 'waiting-room', payload });
    });
  });

/** Notifies the moderators in the call that somebody asks to enter by a used link on another device. */
export async function publishDeviceRequest(parts: SocketPart, db: Db, request: DeviceRequest): Promise<void> {
  for (const userId of await moderatorsInCallOf(db, request.roomId)) {
    publishToUser(parts, userId, { event: 'device-request', payload: { ...request } });
  }
}

/** Notifies people who waited of their admission, then applies it to their connections. */
export const publishAdmissions = (parts: SocketPart, db: Db, people: Admission[]): Promise<void> =>
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
export async function endAdmissions(
  parts: SocketPart,
  trx: Db,
  { id: callId }: { id: string },
): Promise<void> {
  const users = await usersAdmittedTo(trx, callId);
  if (users.length > 0) onCommit(trx, () => parts.socket.recheck(users));
}

/** Notifies the pages of people in a call that they became moderators there, or are not any more. */
export async function publishRoleChanges(parts: SocketPart, db: Db, changes: RoleChange[]): Promise<void> {
  if (changes.length === 0) return;
  const users = await usersOfParticipants(
    db,
    changes.map(({ participantId }) => participantId),
  );
  for (const { participantId, roomId, role } of changes) {
    const userId = users.get(participantId);
    if (userId === undefined) continue;
    publishToUser(parts, userId, { event: 'role-changed', payload: { participantId, roomId, role } });
  }
}

/** A moderator's request to people in a call; with a source: the moderator turns it off. */
type ModeratorRequest = Omit<Muting, 'source'> & Partial<Muting>;

async function publishRequest(
  parts: SocketPart,
  db: Db,
  { event, participantIds, ...request }: ModeratorRequest & { event: string },
): Promise<void> {
  if (participantIds.length === 0) return;
  for (const [participantId, userId] of await usersOfParticipants(db, participantIds)) {
    publishToUser(parts, userId, { event, payload: { participantId, ...request } });
  }
}

/** Notifies the pages of people in a call that a moderator turns a source of theirs off. */
export const publishMuting = (parts: SocketPart, db: Db, muting: Muting): Promise<void> =>
  publishRequest(parts, db, { event: 'muted-in-call', ...muting });

/** Notifies the pages of people in a call that a moderator asks them to turn on their microphones. */
export const publishUnmuteRequest = (parts: SocketPart, db: Db, request: ModeratorRequest): Promise<void> =>
  publishRequest(parts, db, { event: 'unmute-requested', ...request });
