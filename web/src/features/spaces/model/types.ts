import type { Answer, Body } from '../../../../../contract/routes.ts';

export type Space = Answer<'getSpace'>;
export type Room = Answer<'getRoom'>;
export type RoomChanges = Body<'updateRoom'>;
export type Member = Answer<'listMembers'>['items'][number];
export type RoleHolder = Answer<'listRoles'>['items'][number];
export type RoomPoll = Answer<'listRoomPolls'>['items'][number];
/** A poll that is being written: a new one has no id. */
export type WrittenPoll = RoomPoll | 'new';
export type Invite = Answer<'createInvite'>;

export type SpaceRole = NonNullable<Space['roleInSpace']>;
type RoomRole = NonNullable<Room['roleInRoom']>;
export type GivenRoomRole = Exclude<RoomRole, 'role_room_owner'>;
