import { timestamp, timestampOrNull } from '../platform/clock.ts';
import { type Db, onCommit } from '../platform/db/db.ts';
import type { Room } from '../rooms/rooms.ts';
import { publishToRoom } from './changes.ts';
import { endRecoveryIn } from './channels/earlier.store.ts';
import { haveSameCallPermissions, publishCallPermissions, publishSettingsIn } from './channels/moderate.ts';
import { settleExcluded, usersConnectedTo } from './channels/rights.store.ts';
import { channelsOfRoom, ensureChannel, usersJoinedIn } from './channels/store.ts';
import { type SocketPart, socketChannelOf } from './parts.ts';

/**
 * In the transaction that changes a room: publishes the switches for the chat and what people may do in the call. It
 * locks the channel: a message or poll that is under way while a feature is turned off is stored before, or refused.
 */
export async function publishRoomChange(
  parts: SocketPart,
  trx: Db,
  { before, after }: { before: Room; after: Room },
): Promise<void> {
  const isChanged = (flag: 'isChatAllowed' | 'isDirectMessagingAllowed'): boolean =>
    before.flags[flag] !== after.flags[flag];
  const [off, nowOff] = [new Set(before.disabledFeatures), new Set(after.disabledFeatures)];
  const areOthersOff = off.symmetricDifference(nowOff).size > 0;
  if (isChanged('isChatAllowed') || isChanged('isDirectMessagingAllowed') || areOthersOff) {
    await ensureChannel(trx, after.channelId);
    await publishSettingsIn(parts, trx, await channelsOfRoom(trx, after.id));
  }
  const isCall = after.kind === 'room';
  if (isCall && !haveSameCallPermissions(before, after)) await publishCallPermissions(parts, trx, after);
}

/** Rechecks the connections of a room: other people may see its channel now. */
export async function recheckRoom({ socket }: SocketPart, db: Db, { id }: Pick<Room, 'id'>): Promise<void> {
  socket.recheck(await usersJoinedIn(db, id));
}

/** Rechecks the connections of people who were removed, whose link was revoked or whose role changed. */
export async function recheckPeople({ socket }: SocketPart, db: Db, participantIds: string[]): Promise<void> {
  const users = await settleExcluded(db, participantIds);
  if (users.length > 0) socket.recheck(users);
}

/** In the transaction that deletes a room: disconnects everybody from its channels. */
export async function closeChannelsOf(
  { socket }: SocketPart,
  trx: Db,
  { id }: Pick<Room, 'id'>,
): Promise<void> {
  const users = await usersJoinedIn(trx, id);
  onCommit(trx, () => socket.recheck(users));
}

/** In the transaction that hides a group: disconnects everybody of it. */
export async function disconnectSpace(
  { socket }: SocketPart,
  trx: Db,
  { id }: { id: string },
): Promise<void> {
  const users = await usersConnectedTo(trx, id);
  onCommit(trx, () => socket.recheck(users));
}

/** In the transaction that starts a call: pages that joined the chat before get to know it. */
export const publishCallStart = (
  parts: SocketPart,
  trx: Db,
  { roomId, startedAt }: { roomId: string; startedAt: Date },
): Promise<void> =>
  publishToRoom(parts, trx, {
    roomId,
    event: 'call-started',
    payload: { startedAt: timestamp(startedAt) },
  });

/** In the transaction that changes the timer of a call; without times, it was stopped. */
export const publishTimer = (
  parts: SocketPart,
  trx: Db,
  { roomId, startedAt, endsAt }: { roomId: string; startedAt: Date | null; endsAt: Date | null },
): Promise<void> =>
  publishToRoom(parts, trx, {
    roomId,
    event: 'timer',
    payload: { startedAt: timestampOrNull(startedAt), endsAt: timestampOrNull(endsAt) },
  });

/** In the transaction that ends a call: the socket recovers nothing of it for people who come later (docs/decisions/0184). */
export async function endRecovery(
  { socket }: SocketPart,
  trx: Db,
  { roomId }: { roomId: string },
): Promise<void> {
  const ended = await endRecoveryIn(trx, roomId);
  onCommit(trx, () => {
    for (const channelId of ended) socket.forget(socketChannelOf(channelId));
  });
}
