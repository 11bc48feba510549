import type { Answer } from '../../../contract/routes.ts';

type Space = Pick<Answer<'getSpace'>, 'roleInSpace'>;
type Room = Pick<Answer<'getRoom'>, 'roleInRoom'>;

/** What the reader may do in a group; the server decides, this only keeps dead buttons off the page. */
export type SpaceRights = {
  isOwner: boolean;
  /** Makes, changes and deletes rooms, invites people. */
  leads: boolean;
  isMember: boolean;
};

export const rightsIn = ({ roleInSpace }: Space): SpaceRights => ({
  isOwner: roleInSpace === 'role_space_owner',
  leads: roleInSpace === 'role_space_owner' || roleInSpace === 'role_space_moderator',
  isMember: roleInSpace !== null,
});

/** Settings, people and links of a room are for who leads it. */
export const leadsRoom = ({ roleInRoom }: Room): boolean =>
  roleInRoom === 'role_room_owner' || roleInRoom === 'role_room_moderator';

/** A moderator of the room alone changes it; its end is for its owner and for who leads the group. */
export const mayDeleteRoom = (room: Room, space: Space | undefined): boolean =>
  room.roleInRoom === 'role_room_owner' || (space !== undefined && rightsIn(space).leads);
