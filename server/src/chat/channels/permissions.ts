import { CallPermissions, callPermissionNames } from '../../../../contract/operations/rooms.ts';
import type { Db } from '../../platform/db/db.ts';
import { presentFields } from '../../platform/present.ts';
import type { Room } from '../../rooms/rooms.ts';
import { publishToRoom } from '../changes.ts';
import type { ChatParts } from '../parts.ts';

/** Publishes what others than moderators may do in the call (docs/decisions/0095). */
export const publishCallPermissions = (
  parts: Pick<ChatParts, 'socket'>,
  trx: Db,
  { id: roomId, flags }: Pick<Room, 'id' | 'flags'>,
): Promise<void> =>
  publishToRoom(parts, trx, {
    roomId,
    event: 'call-permissions',
    payload: presentFields(CallPermissions, flags),
  });

export const haveSameCallPermissions = (one: Pick<Room, 'flags'>, other: Pick<Room, 'flags'>): boolean =>
  callPermissionNames.every((name) => one.flags[name] === other.flags[name]);
