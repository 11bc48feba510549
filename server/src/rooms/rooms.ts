/** What rooms offer to the features above them. */
export { leads, type RoomAccess, roomByAlias, roomFor } from './access.ts';
export { deleteRoomsOf, type RoomListeners } from './change.ts';
export type { JoinField, Room, RoomRole, RoomSpace } from './room.ts';
export { setLastCall as noteLastCall } from './store.ts';
