import type { RowOf } from '../platform/db/tables.ts';

export interface Room extends RowOf<'rooms'> {
  /** The chat application of the room's group. */
  appId: string;
  /** When the running call began; null: none is running. */
  activeCallStartedAt: Date | null;
  /** The meetingID of the newest meeting of a program that uses the API of BigBlueButton; null: there was none. */
  bigBlueButtonMeetingId: string | null;
}

export type { CustomJoinField, JoinField } from '../platform/db/json-columns.ts';

/** The part of a group that its rooms use. */
export interface RoomSpace {
  id: string;
  isPublic: boolean;
  ownerId: string;
}

export type RoomRole = 'owner' | 'moderator' | 'user';

/** Identifies whose roles are read: at most one of these is set. */
export interface Viewer {
  userId?: string | null;
  linkId?: string;
  participantId?: string;
}

/** A room with the roles that the viewer's credential gives. */
export interface SeenRoom {
  room: Room;
  space: RoomSpace;
  /** Role in the group; null for credentials other than an account's. */
  spaceRole: RoomRole | null;
  /** The highest role of the account in the room, from the group or granted in the room itself. */
  accountRole: RoomRole | null;
  /** Role in the call, from the session of a link or a participant while that is valid. */
  callRole: 'moderator' | 'user' | null;
  /** Whether the account, or anybody who knows the address, sees the room and may enter it. */
  mayEnter: boolean;
}
