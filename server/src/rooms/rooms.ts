/**
 * Rooms, their settings and roles. Owns `rooms`, also those of automatic webinars, and `room_roles`.
 * Offers: the room in a path with the caller's role (`access.ts`), changes (`change.ts`), the recipients of
 * emails about calls and recordings. Announces `RoomListeners` (`change.ts`).
 * Listens to: a member who leaves the group (`deleteRolesIn`).
 * Look first: `access.ts`. The SQL function `roles_in_room` states roles; a new migration replaces it.
 */

export {
  type AcceptedKind,
  admitsAccount,
  anyRoomInPath,
  checkSomeRoomVisible,
  findRoomFor,
  isRoomLeader,
  type LeastInRoom,
  type RoomAccess,
  roomById,
  roomInPath,
} from './access.ts';
export { createRoom, deleteRoom, type RoomChanges, type RoomListeners, updateRoom } from './change.ts';
export { givenValues } from './join-fields.ts';
export { leadsByAccount, mayEnterByAccount } from './roles.store.ts';
export type { Room } from './room.ts';
export {
  listRooms,
  lockRoom,
  newestRoomIn,
  setChatAllowed,
  setLastCall as noteLastCall,
} from './store.ts';
