import { Room as RoomSchema } from '../../../contract/operations/rooms.ts';
import type { Answer } from '../../../contract/routes.ts';
import { presentFields } from '../platform/present.ts';
import type { Room, RoomRole } from './room.ts';

export const roleNames = {
  owner: 'role_room_owner',
  moderator: 'role_room_moderator',
  user: 'role_room_user',
} as const;

export const presentRoom = (room: Room, role: RoomRole | null): Answer<'getRoom'> => ({
  ...presentFields(RoomSchema, room),
  // The kinds of automatic webinars are in their own record.
  type: room.type === 'lesson' ? 'lesson' : 'webinar',
  ...room.flags,
  joinSettings: { fields: room.joinFields, customFields: room.customFields },
  roleInRoom: role && roleNames[role],
});
