import type { Permission } from '../../../contract/permissions.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { Room, RoomRole, RoomSpace, SeenRoom, Viewer } from './room.ts';
import { findRoom, findRoomByAlias, findRoomById, findSomeRoom } from './store.ts';

/** A room as somebody may use it. */
export interface RoomAccess {
  room: Room;
  space: RoomSpace;
  /** The highest role that the credential gives; null for who only found the address of a public room. */
  role: RoomRole | null;
  /** Do they lead the whole group, not only this room? */
  leadsSpace: boolean;
}

/** A client's token stands for a program, not for the account behind it: it has no part anywhere. */
function viewerOf(caller: Caller): Viewer {
  switch (caller.kind) {
    case 'user':
    case 'session':
    case 'personal':
      return { userId: caller.userId };
    case 'link':
      return { linkId: caller.linkId };
    case 'participant':
      return { participantId: caller.participantId };
    default:
      return {};
  }
}

export const isRoomLeader = (role: RoomRole | null): boolean => role === 'owner' || role === 'moderator';

/** An account's session has no role in the call, and that of a link or a participant none by an account. */
export const highestRoleIn = ({ accountRole, callRole }: SeenRoom): RoomRole | null =>
  accountRole ?? callRole;

function visible(seen: SeenRoom | undefined): RoomAccess {
  const role = seen ? highestRoleIn(seen) : null;
  if (!seen || !(seen.room.isPublic || role)) return refuse('not_found');
  return { room: seen.room, space: seen.space, role, leadsSpace: isRoomLeader(seen.spaceRole) };
}

/** `moderate`: power in the call, also of a moderator who is in it. `lead`: power over the room, of an account. */
export type LeastInRoom = Exclude<Permission<'room'>['least'], 'partake'>;

function isEnough(caller: Caller, { role, leadsSpace }: RoomAccess, least: LeastInRoom): boolean {
  if (least === 'see') return true;
  // An opened link is not in the call yet: its power begins with the participant's own session.
  if (caller.kind === 'link' || (least !== 'moderate' && caller.kind === 'participant')) return false;
  // A moderator of the room alone changes it; its end is for its owner and for who leads the group.
  if (least === 'own') return role === 'owner' || leadsSpace;
  return isRoomLeader(role);
}

/** The room for this caller: 404 where they may not know of it, 403 where their part in it is not enough. */
export async function findRoomFor(
  db: Db,
  caller: Caller,
  options: { spaceId: string; roomId: string; least: LeastInRoom },
): Promise<RoomAccess> {
  const access = visible(await findRoom(db, options, viewerOf(caller)));
  if (!isEnough(caller, access, options.least)) refuse('forbidden');
  return access;
}

/** The room of the path, for who has the part in it that the operation needs. */
export const roomInPath = ({ db, caller, params: { spaceId, roomId }, least }: OfRoom): Promise<RoomAccess> =>
  findRoomFor(db, caller, { spaceId, roomId, least });

interface OfRoom {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string };
  least: LeastInRoom;
}

/** The room that an address names. */
export async function roomByAlias(db: Db, caller: Caller, alias: string): Promise<RoomAccess> {
  if (!/^[A-Za-z0-9_-]{10}$/.test(alias)) refuse('not_found');
  return visible(await findRoomByAlias(db, alias, viewerOf(caller)));
}

/** Says 404 where the caller can see nothing of a group that they could enter. */
export async function checkSomeRoomVisible(db: Db, caller: Caller, spaceId: string): Promise<void> {
  if (!(await findSomeRoom(db, spaceId, viewerOf(caller)))) refuse('not_found');
}

/** Does the room let in who comes without a link: anybody, or only who has a part in it? */
export async function admitsAccount(db: Db, roomId: string, userId: string | null): Promise<boolean> {
  const seen = await findRoomById(db, roomId, userId === null ? {} : { userId });
  return seen !== undefined && (seen.room.isPublic || highestRoleIn(seen) !== null);
}

/** The room itself, for those who were let in before. */
export const roomById = async (db: Db, roomId: string): Promise<Room | undefined> =>
  (await findRoomById(db, roomId, {}))?.room;
