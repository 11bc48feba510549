import type { Answer } from '../../../contract/routes.ts';

type Space = Pick<Answer<'getSpace'>, 'roleInSpace'>;
type Room = Pick<Answer<'getRoom'>, 'roleInRoom'>;

/** The reader's rights in a group. The server decides; this hides buttons that would fail. */
type SpaceRights = {
  isOwner: boolean;
  /** Creates, changes and deletes rooms, invites people. */
  leads: boolean;
  isMember: boolean;
};

export const rightsIn = ({ roleInSpace }: Space): SpaceRights => ({
  isOwner: roleInSpace === 'role_space_owner',
  leads: roleInSpace === 'role_space_owner' || roleInSpace === 'role_space_moderator',
  isMember: roleInSpace !== null,
});

/** True if the reader may see a room's settings, people and links. */
export const leadsRoom = ({ roleInRoom }: Room): boolean =>
  roleInRoom === 'role_room_owner' || roleInRoom === 'role_room_moderator';

/** A room's moderator may change it; the room's owner and the group's owner and administrators may delete it. */
export const mayDeleteRoom = (room: Room, space: Space | undefined): boolean =>
  room.roleInRoom === 'role_room_owner' || (space !== undefined && rightsIn(space).leads);
