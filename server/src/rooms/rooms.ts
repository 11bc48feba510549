/**
 * Rooms, their settings and roles. Owns `rooms`, also those of automatic webinars, and `room_roles`.
 * Offers: the room in a path with the caller's role (`access.ts`), changes (`change.ts`). Announces `RoomEffects`
 * (`change.ts`).
 * Listens to: a member who leaves the group (`deleteRolesIn`).
 * Look first: `access.ts`. `server/migrations/views/room_standing.sql` states roles.
 */

export {
  anyRoomInPath,
  checkSomeRoomVisible,
  findRoomFor,
  isRoomLeader,
  type LeastInRoom,
  type RoomAccess,
  roomById,
  roomInPath,
} from './access.ts';
export {
  createRoom,
  deleteRoom,
  type RoomChanges,
  type RoomEffects,
  updateRoom,
} from './change.ts';
export { givenValues } from './join-fields.ts';
export { ledRoomsIn } from './roles.store.ts';
export type { Room } from './room.ts';
export {
  listRooms,
  lockRoom,
  newestRoomIn,
  setChatAllowed,
} from './store.ts';
