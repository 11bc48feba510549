import type { Answer } from '../../../contract/routes.ts';
import { timestamp, timestampOrNull } from '../platform/clock.ts';
import type { Room, RoomRole } from './room.ts';

export const roleNames = {
  owner: 'role_room_owner',
  moderator: 'role_room_moderator',
  user: 'role_room_user',
} as const;

export const presentRoom = (room: Room, role: RoomRole | null): Answer<'getRoom'> => ({
  id: room.id,
  spaceId: room.spaceId,
  alias: room.alias,
  name: room.name,
  type: room.type,
  isPublic: room.isPublic,
  ...room.flags,
  waitingRoomAudience: room.waitingRoomAudience,
  redirectUrl: room.redirectUrl,
  joinSettings: { fields: room.joinFields, customFields: room.customFields },
  appId: room.appId,
  channelId: room.channelId,
  roleInRoom: role && roleNames[role],
  lastCallAt: timestampOrNull(room.lastCallAt),
  createdAt: timestamp(room.createdAt),
});
