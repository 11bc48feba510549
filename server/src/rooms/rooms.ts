/** The public interface of rooms. */
export {
  admitsAccount,
  checkSomeRoomVisible,
  findRoomFor,
  isRoomLeader,
  type LeastInRoom,
  type RoomAccess,
  roomById,
  roomInPath,
} from './access.ts';
export { deleteRoomsOf, type RoomListeners } from './change.ts';
export { findInvisibleId } from './invisible-id.ts';
export { givenValues } from './join-fields.ts';
export { deleteRolesIn, leadsByAccount, mayEnterByAccount } from './roles.store.ts';
export type { CustomJoinField, JoinField, Room } from './room.ts';
export {
  newestRoomIn,
  setChatAllowed,
  setLastCall as noteLastCall,
} from './store.ts';
