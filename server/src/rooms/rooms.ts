/** The public interface of rooms. */
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
export {
  createRoom,
  deleteRoom,
  deleteSomeRooms,
  endAllIn,
  type RoomChanges,
  type RoomListeners,
  updateRoom,
} from './change.ts';
export { type EmailRecipient, emailRecipientsOf } from './email-recipients.store.ts';
export { findInvisibleId } from './invisible-id.ts';
export { givenValues } from './join-fields.ts';
export { deleteRolesIn, leadsByAccount, mayEnterByAccount } from './roles.store.ts';
export type { CustomJoinField, JoinField, Room } from './room.ts';
export {
  listRooms,
  lockRoom,
  newestRoomIn,
  setChatAllowed,
  setLastCall as noteLastCall,
} from './store.ts';
