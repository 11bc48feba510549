import type { Permission } from '../../../contract/permissions/permission.ts';
import { codeIn } from '../../../contract/room-code.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import type { Room, RoomRole, RoomSpace, SeenRoom, Viewer } from './room.ts';
import { findRoom, findRoomByAlias, findRoomByCode, findRoomById, findSomeRoom } from './store.ts';

/** A room and what the caller may do in it. */
export interface RoomAccess {
  room: Room;
  space: RoomSpace;
  /** The highest role that the credential gives; null for a caller who only knows the address of a public room. */
  role: RoomRole | null;
  /** Whether the caller leads the whole group, not only this room. */
  leadsSpace: boolean;
}

/** A client token represents a program, not the account behind it: it has no role in any room. */
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

/** Account roles and call roles exclude each other: a session of a link or a participant has no account role. */
export const highestRoleIn = ({ accountRole, callRole }: SeenRoom): RoomRole | null =>
  accountRole ?? callRole;

/** Refuses with 404 a private room in which the caller has no role. */
function visible(seen: SeenRoom | undefined): RoomAccess {
  if (!seen || !(seen.mayEnter || seen.callRole)) return refuse('not_found');
  const { room, space, spaceRole } = seen;
  return { room, space, role: highestRoleIn(seen), leadsSpace: isRoomLeader(spaceRole) };
}

/**
 * `moderate`: permission in the call, also for participants. `review`: for its moderators by a link, who need no account.
 * `lead`: permission over the room, for accounts.
 */
export type LeastInRoom = Exclude<Permission<'room'>['least'], 'partake'>;

/** The kind of room that an operation is for: the id of another kind is not found (docs/decisions/0052). */
type AcceptedKind = Room['kind'] | 'any';

function isPermitted(caller: Caller, { role, leadsSpace }: RoomAccess, least: LeastInRoom): boolean {
  if (least === 'see') return true;
  if (least === 'review') return isRoomLeader(role);
  // A link session only opens the entry page: its role takes effect with the participant session.
  if (caller.kind === 'link' || (least !== 'moderate' && caller.kind === 'participant')) return false;
  // A moderator of the room may change it, but only its owner and leaders of the group may delete it.
  if (least === 'own') return role === 'owner' || leadsSpace;
  return isRoomLeader(role);
}

/** Finds the room for this caller. @throws Refusal 404 if they may not see it, 403 if their role is too low */
export async function findRoomFor(
  db: Db,
  caller: Caller,
  options: { spaceId: string; roomId: string; least: LeastInRoom; kind?: AcceptedKind },
): Promise<RoomAccess> {
  const { kind = 'room' } = options;
  const access = visible(await findRoom(db, options, viewerOf(caller)));
  if (kind !== 'any' && access.room.kind !== kind) refuse('not_found');
  if (!isPermitted(caller, access, options.least)) refuse('forbidden');
  return access;
}

type OfRoom = Asking<{ spaceId: string; roomId: string }, LeastInRoom>;

/** Finds the room in the path and checks the permission that the operation requires. */
export const roomInPath = ({ db, caller, params, least }: OfRoom): Promise<RoomAccess> =>
  findRoomFor(db, caller, { ...params, least });

/** Finds the room in the path, which may be a playback too. */
export const anyRoomInPath = ({ db, caller, params, least }: OfRoom): Promise<RoomAccess> =>
  findRoomFor(db, caller, { ...params, least, kind: 'any' });

/** Finds the room or playback by its alias or its code. @throws Refusal 404 if the caller may not see it */
export async function roomByAlias(db: Db, caller: Caller, alias: string): Promise<RoomAccess> {
  const viewer = viewerOf(caller);
  const named = /^[A-Za-z0-9_-]{10}$/.test(alias) ? await findRoomByAlias(db, alias, viewer) : undefined;
  if (named) return visible(named);
  // A code with one hyphen has the form of an alias.
  const code = codeIn(alias) ?? refuse('not_found');
  return visible(await findRoomByCode(db, code, viewer));
}

/** Refuses with 404 if the caller can see neither a room nor a playback of the group. */
export async function checkSomeRoomVisible(db: Db, caller: Caller, spaceId: string): Promise<void> {
  if (!(await findSomeRoom(db, spaceId, viewerOf(caller)))) refuse('not_found');
}

/** Finds the room without a permission check. */
export const roomById = async (db: Db, roomId: string): Promise<Room | undefined> =>
  (await findRoomById(db, roomId, {}))?.room;
