import type { Permission } from '../../../contract/permissions/permission.ts';
import { sameBytes } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { accountOf, type Caller } from '../platform/http/access/caller.ts';
import { checkSomeRoomVisible, findRoomFor, type Room, type RoomAccess } from '../rooms/rooms.ts';
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

/** The participant of the path. Without `kind`, only one of a room: participants of playbacks are not found. */
interface ParticipantPlace {
  spaceId: string;
  participantId: string;
  kind?: Room['kind'] | 'any';
}

async function participantIn(
  db: Db,
  { spaceId, participantId, kind = 'room' }: ParticipantPlace,
): Promise<Participant> {
  const participant = await participantById(db, participantId);
  if (participant?.spaceId !== spaceId) return refuse('not_found');
  return kind === 'any' || participant.roomKind === kind ? participant : refuse('not_found');
}

/** Finds the caller's own participant. Refuses others with 403 if the caller can see the room, else with 404. */
export async function ownParticipant(db: Db, caller: Caller, place: ParticipantPlace): Promise<Participant> {
  const participant = await participantIn(db, place);
  if (isOwn(caller, participant)) return participant;
  const { roomId, spaceId } = participant;
  await findRoomFor(db, caller, { spaceId, roomId, least: 'see', kind: 'any' });
  return refuse('forbidden');
}

interface OfParticipant<L extends Permission<'participant'>['least']> {
  db: Db;
  caller: Caller;
  params: { spaceId: string; participantId: string };
  least: L;
}

/** Finds the participant in the path, who must be the caller. */
export const ownParticipantOf = ({
  db,
  caller,
  params,
}: OfParticipant<'own' | 'partake'>): Promise<Participant> => ownParticipant(db, caller, params);

/** Finds the participant in the path, of a room or a playback, who must be the caller. */
export const ownParticipantOfAnyKind = ({ db, caller, params }: OfParticipant<'own'>): Promise<Participant> =>
  ownParticipant(db, caller, { ...params, kind: 'any' });

/** Finds the participant in the path for a caller who leads the call. */
export const ledParticipantOf = ({
  db,
  caller,
  params,
}: OfParticipant<'moderate'>): Promise<LedParticipant> => ledParticipant(db, caller, params);

/** Finds the participant in the path, of a room or a playback, for a caller who leads it. */
export const ledParticipantOfAnyKind = ({
  db,
  caller,
  params,
}: OfParticipant<'moderate'>): Promise<LedParticipant> =>
  ledParticipant(db, caller, { ...params, kind: 'any' });

/** Finds the participant in the path for their own session or for a caller who leads the call. */
export async function ownOrLedParticipantOf(of: OfParticipant<'ownOrModerate'>): Promise<Participant> {
  const { db, caller, params } = of;
  const isOwnSession = caller.kind === 'participant' && caller.participantId === params.participantId;
  return isOwnSession
    ? ownParticipant(db, caller, params)
    : (await ledParticipant(db, caller, params)).participant;
}

/** Refuses with 404 if the caller can see no room of the group. */
export async function checkEntrance({ db, caller, params }: OfSpace): Promise<void> {
  await checkSomeRoomVisible(db, caller, params.spaceId);
}

interface OfSpace {
  db: Db;
  caller: Caller;
  params: { spaceId: string };
}

export type LedParticipant = RoomAccess & { participant: Participant };

/** Finds a participant of a room that the caller leads. */
async function ledParticipant(db: Db, caller: Caller, place: ParticipantPlace): Promise<LedParticipant> {
  const participant = await participantIn(db, place);
  const { spaceId, roomId } = participant;
  const access = await findRoomFor(db, caller, { spaceId, roomId, least: 'moderate', kind: 'any' });
  return { participant, ...access };
}
