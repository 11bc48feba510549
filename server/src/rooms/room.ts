import type { RowOf } from '../platform/db/tables.ts';

export interface Room extends RowOf<'rooms'> {
  /** The chat application of the room's group. */
  appId: string;
}

export type JoinField = Room['joinFields'][number];
export type CustomJoinField = Room['customFields'][number];

/** The group of a room, as far as its rooms need to know it. */
export interface RoomSpace {
  id: string;
  isPublic: boolean;
  ownerId: string;
}

export type RoomRole = 'owner' | 'moderator' | 'user';

/** Whose roles are looked for: at most one of these is set. */
export interface Viewer {
  userId?: string;
  linkId?: string;
  participantId?: string;
}

/** A room with all that a viewer's credential makes of them in it. */
export interface SeenRoom {
  room: Room;
  space: RoomSpace;
  /** Role in the group; what a credential other than an account's has not. */
  spaceRole: RoomRole | null;
  /** The highest role that an account has in the room, by the group or granted in the room itself. */
  accountRole: RoomRole | null;
  /** Role in the call, of a link's or a participant's session that still counts. */
  callRole: 'moderator' | 'user' | null;
}
