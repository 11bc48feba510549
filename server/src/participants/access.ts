import type { Permission } from '../../../contract/permissions/permission.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf, type Caller, type CallerOf } from '../platform/http/access/caller.ts';
import type { Asking } from '../platform/http/endpoint.ts';
import { checkSomeRoomVisible, findRoomFor, isRoomLeader, type RoomAccess } from '../rooms/rooms.ts';
import type { Participant } from './participant.ts';
import { participantById } from './store.ts';

function isOwn(caller: Caller, { id, linkId, userId, browserHash, origin }: Participant): boolean {
  switch (caller.kind) {
    case 'participant':
      return caller.participantId === id;
    case 'link':
      return caller.linkId === linkId && sameBytes(caller.browserHash, browserHash);
    case 'client':
      return linkId === null && userId === null && origin.clientOf === caller.userId;
    default:
      return userId !== null && accountOf(caller) === userId;
  }
}

type OfParticipant<Least extends Permission<'participant'>['least']> = Asking<
  { spaceId: string; participantId: string },
  Least
>;

/** The rooms whose participants an operation finds: also playbacks, or only others. */
export type AcceptedRooms = 'room' | 'any';

async function participantIn(
  { db, params }: Pick<OfParticipant<'own'>, 'db' | 'params'>,
  accepted: AcceptedRooms,
): Promise<Participant> {
  const participant = await participantById(db, params.participantId);
  if (participant?.spaceId !== params.spaceId) return refuse('not_found');
  return accepted === 'any' || participant.roomKind === 'room' ? participant : refuse('not_found');
}

/** Finds the caller's own participant. Refuses others with 403 if the caller can see the room, else with 404. */
export async function ownParticipantOf(
  of: OfParticipant<'own' | 'partake'>,
  accepted: AcceptedRooms = 'room',
): Promise<Participant> {
  const participant = await participantIn(of, accepted);
  if (isOwn(of.caller, participant)) return participant;
  const { roomId, spaceId } = participant;
  await findRoomFor(of.db, of.caller, { spaceId, roomId, least: 'see', kind: 'any' });
  return refuse('forbidden');
}

export type LedParticipant = RoomAccess & { participant: Participant };

/** Finds the participant in the path for a caller who leads the call. */
export async function ledParticipantOf(
  of: OfParticipant<'moderate' | 'ownOrModerate'>,
  accepted: AcceptedRooms = 'room',
): Promise<LedParticipant> {
  const participant = await participantIn(of, accepted);
  const { spaceId, roomId } = participant;
  const access = await findRoomFor(of.db, of.caller, { spaceId, roomId, least: 'moderate', kind: 'any' });
  return { participant, ...access };
}

/** Finds the participant in the path for their own session or for a caller who leads the call. */
export async function ownOrLedParticipantOf(of: OfParticipant<'ownOrModerate'>): Promise<Participant> {
  const { caller, params } = of;
  const isOwnSession = caller.kind === 'participant' && caller.participantId === params.participantId;
  return isOwnSession ? ownParticipantOf({ ...of, least: 'own' }) : (await ledParticipantOf(of)).participant;
}

interface RoomInPath {
  spaceId: string;
  roomId: string;
}

/** Finds the caller's own participant in the room of the path. Refuses a participant who waits. */
async function ownParticipantInRoom(
  db: Db,
  caller: CallerOf<['participant']>,
  place: RoomInPath,
): Promise<Participant> {
  const own = await participantById(db, caller.participantId);
  const isThere = own?.roomId === place.roomId && own.spaceId === place.spaceId && own.roomKind === 'room';
  if (isThere && own.admission !== 'waiting') return own;
  await findRoomFor(db, caller, { ...place, least: 'see' });
  return refuse('forbidden');
}

/** A person in the call, or an account with a role in the room. */
export interface Partaker {
  /** Undefined for an account. */
  participant: Participant | undefined;
  isModerator: boolean;
}

/** Finds how the caller partakes in the room of the path. Knowing the address of a public room is not enough. */
export async function partakerOf({
  db,
  caller,
  params,
}: {
  db: Db;
  caller: Caller;
  params: RoomInPath;
}): Promise<Partaker> {
  if (caller.kind === 'participant') {
    const participant = await ownParticipantInRoom(db, caller, params);
    return { participant, isModerator: participant.role === 'moderator' };
  }
  const { role } = await findRoomFor(db, caller, { ...params, least: 'see' });
  if (!role) refuse('forbidden');
  return { participant: undefined, isModerator: isRoomLeader(role) };
}

/** Refuses with 404 if the caller can see no room of the group. */
export async function checkEntrance({
  db,
  caller,
  params,
}: Pick<Asking<{ spaceId: string }>, 'db' | 'caller' | 'params'>): Promise<void> {
  await checkSomeRoomVisible(db, caller, params.spaceId);
}
