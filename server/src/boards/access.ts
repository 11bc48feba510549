import { refuseExcluded } from '../participants/participants.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import type { Caller } from '../platform/http/access/caller.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { findRoomFor, isRoomLeader, type LeastInRoom, type Room, roomInPath } from '../rooms/rooms.ts';
import { type BoardReader, findBoard, findReader } from './store.ts';

interface Request {
  db: Db;
  caller: Caller;
  params: { spaceId: string; roomId: string };
}

/**
 * The caller as a reader of the boards of the room in the path: a participant who may be in the call, or an account with a
 * role. Knowing the address of a public room is not enough.
 */
export async function boardReader({ db, caller, params }: Request): Promise<BoardReader> {
  if (caller.kind === 'participant') {
    const { role } = await findRoomFor(db, caller, { ...params, least: 'see' });
    const { participantId } = caller;
    const reader = role && (await findReader(db, { roomId: params.roomId, participantId }));
    if (reader) return reader;
    await refuseExcluded(db, participantId);
    return refuse('forbidden');
  }
  const { role } = await findRoomFor(db, caller, { ...params, least: 'see' });
  if (!role) return refuse('forbidden');
  const leads = isRoomLeader(role);
  return { userId: null, role: leads ? 'moderator' : 'user', mayDraw: leads };
}

type OfBoard = { spaceId: string; roomId: string; boardId: string };

/** Checks that the caller sees the board in the path. */
export async function seenBoard(of: Request & { params: OfBoard }): Promise<void> {
  const reader = await boardReader(of);
  if (!(await findBoard(of.db, { ...of.params, reader }))) refuse('not_found');
}

/** A moderator sees every board of the room. */
export const leader = { userId: null, role: 'moderator', mayDraw: true } as const;

/** The room of the board in the path, for a moderator. */
export async function ledBoard(of: Asking<OfBoard, LeastInRoom>): Promise<Room> {
  const { room } = await roomInPath(of);
  if (!(await findBoard(of.db, { ...of.params, reader: leader }))) refuse('not_found');
  return room;
}
