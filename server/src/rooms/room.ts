import type { Static } from 'typebox';
import type {
  CustomJoinField as CustomJoinFieldSchema,
  JoinField as JoinFieldSchema,
  RoomFlag,
} from '../../../contract/rooms.ts';

export type JoinField = Static<typeof JoinFieldSchema>;
export type CustomJoinField = Static<typeof CustomJoinFieldSchema>;

export interface Room {
  id: string;
  spaceId: string;
  alias: string;
  name: string;
  type: 'lesson' | 'webinar';
  isPublic: boolean;
  flags: Record<RoomFlag, boolean>;
  waitingRoomAudience: 'nobody' | 'guests' | 'everyone';
  redirectUrl: string | null;
  joinFields: JoinField[];
  /** In the order of the form. */
  customFields: CustomJoinField[];
  channelId: string;
  /** The chat application of the room's group. */
  appId: string;
  lastCallAt: Date | null;
  createdAt: Date;
}

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
  /** Role granted in the room itself. */
  grantedRole: RoomRole | null;
  /** Role in the call, of a link's or a participant's session that still counts. */
  callRole: 'moderator' | 'user' | null;
}
