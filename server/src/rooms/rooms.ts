/** What rooms offer to the features above them. */
export {
  admitsAccount,
  type LeastInRoom,
  leads,
  type RoomAccess,
  roomById,
  roomFor,
  roomOf,
  someRoomFor,
} from './access.ts';
export { deleteRoomsOf, type RoomListeners } from './change.ts';
export { givenValues } from './join-fields.ts';
export { deleteRolesIn, hasPartByAccount, leadsByAccount } from './roles.store.ts';
export type { CustomJoinField, JoinField, Room } from './room.ts';
export {
  accountStillAdmits,
  callRoleOf,
  isAccountRevoked,
  newestRoomIn,
  setChatAllowed,
  setLastCall as noteLastCall,
} from './store.ts';
export { unseenPlace } from './unseen-place.ts';
