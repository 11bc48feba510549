import { ApiError, api, type Client, isAway, type Room } from '../../api/api.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Role } from '../call/call-contract.ts';
import type { Visitor } from './address.ts';
import { clientOf, type VisitCredential } from './credential.ts';
import { type EntryField, entryFields } from './fields.ts';
import { mayBeSignedIn, signedInApi } from './signed-in.ts';

/** Why a person may not enter. Each reason has its own page that says what to do. */
export type Refusal =
  | 'link_used'
  /** The link leads into an automatic webinar, where nobody can be asked to release it. */
  | 'webinar_link_used'
  | 'link_expired'
  | 'link_revoked'
  | 'link_unknown'
  | 'not_found'
  | 'removed'
  | 'refused'
  | 'closed'
  | 'full'
  | 'callFull'
  | 'away';

/** The data of the entry page and its form. */
export type OpenedRoom = {
  room: Room;
  /** The credential of the page: the link's session, the cookies of a sign-in, or none. */
  as: VisitCredential;
  role: Role;
  /** A moderator has to admit this person. */
  mustWait: boolean;
  name: string;
  /** The link sets the name, and the room forbids a change. */
  isNameFixed: boolean;
  fields: EntryField[];
};

export type OpenedVisit =
  | { welcome: OpenedRoom }
  /** `openRoom`: the room can be entered without the link. `maySignIn`: signing in may give access. */
  | { refusal: Refusal; openRoom?: Room; maySignIn?: boolean };

const linkRefusals: Record<string, Refusal> = {
  link_used: 'link_used',
  link_expired: 'link_expired',
  link_revoked: 'link_revoked',
};

/** The reason for a code of the entry routes; undefined for another code. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isAway(error)) return 'away';
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'link_used' && error.reason === 'webinar') return 'webinar_link_used';
  if (error.status === 410) return linkRefusals[error.code] ?? 'link_expired';
  if (error.code === 'removed_from_call') return 'removed';
  if (error.code === 'entry_refused') return 'refused';
  if (error.code === 'room_closed') return 'closed';
  if (error.code === 'waiting_room_full') return 'full';
  if (error.code === 'call_full') return 'callFull';
  if (error.status === 404) return 'not_found';
  return undefined;
}

/** Exchanges the link for a session, if there is one, and reads the room. */
export async function openVisit(alias: string, visitor: Visitor): Promise<OpenedVisit> {
  if (!visitor.accessToken) return openByAddress(alias);
  try {
    const { accessToken, clientUniqueId } = visitor;
    const link = await api().openAccessLink({ body: { accessToken, clientUniqueId } });
    const as: VisitCredential = { kind: 'link', session: link.access_token };
    const room = await readRoom(alias, as);
    if (room.id !== link.roomId) return { refusal: 'link_unknown' };
    return {
      welcome: {
        room,
        as,
        role: link.role,
        mustWait: waits(room, link.role, true),
        name: link.participantName,
        isNameFixed: !room.isSelfRenamingAllowed && !link.isNameAsked,
        fields: link.role === 'moderator' ? [] : entryFields(room, link.known),
      },
    };
  } catch (error) {
    return refuse(alias, error);
  }
}

/** The room's name comes from outside and is shown in titles and sentences. */
async function readRoom(alias: string, as: VisitCredential): Promise<Room> {
  const room = await clientOf(as).getRoomByAlias({ alias });
  return { ...room, name: plainName(room.name) || room.alias };
}

/** Guests are people without a role in the room by an account. */
function waits(room: Room, role: Role, isGuest: boolean): boolean {
  if (role === 'moderator' || room.waitingRoomAudience === 'nobody') return false;
  return room.waitingRoomAudience === 'everyone' || isGuest;
}

const leading: readonly Room['roleInRoom'][] = ['role_room_owner', 'role_room_moderator'];

async function openByAddress(alias: string): Promise<OpenedVisit> {
  let as: VisitCredential = { kind: 'nobody' };
  try {
    const account = await readAccount();
    if (account) as = { kind: 'account' };
    const room = await readRoom(alias, as);
    const role: Role = leading.includes(room.roleInRoom) ? 'moderator' : 'user';
    const known = account ? Object.keys(account).filter((slug) => account[slug as keyof Account]) : [];
    return {
      welcome: {
        room,
        as,
        role,
        mustWait: waits(room, role, room.roleInRoom === null),
        name: account?.username ?? '',
        isNameFixed: false,
        fields: role === 'moderator' ? [] : entryFields(room, known),
      },
    };
  } catch (error) {
    const refusal = refusalOf(error) ?? 'not_found';
    return { refusal, maySignIn: refusal === 'not_found' && as.kind === 'nobody' };
  }
}

type Account = Awaited<ReturnType<Client['getOwnUser']>>;

/** The signed-in person of this browser; undefined for nobody. Throws if the server is unreachable. */
async function readAccount(): Promise<Account | undefined> {
  if (!mayBeSignedIn()) return undefined;
  try {
    return await signedInApi().getOwnUser();
  } catch (error) {
    if (isAway(error)) throw error;
    return undefined;
  }
}

/** A public room can be entered without its used link, so the page offers that. */
async function refuse(alias: string, error: unknown): Promise<OpenedVisit> {
  const refusal = refusalOf(error) ?? 'link_unknown';
  if (['away', 'not_found', 'removed', 'refused'].includes(refusal)) return { refusal };
  try {
    return { refusal, openRoom: await readRoom(alias, { kind: 'nobody' }) };
  } catch {
    return { refusal };
  }
}
