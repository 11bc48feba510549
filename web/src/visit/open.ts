import { ApiError, api, isAway, type JoinField, type Room } from '../api/api.ts';
import type { Role } from '../call-contract.ts';
import { plainName } from '../plain-name.ts';
import type { Visitor } from './address.ts';

/** Why somebody does not get in. Each has its own page that says what to do. */
export type Refusal =
  | 'link_used'
  | 'link_expired'
  | 'link_revoked'
  | 'link_unknown'
  | 'not_found'
  | 'removed'
  | 'away';

/** What the person at the door is told and asked. */
export type Welcome = {
  room: Room;
  /** The session that the link opened; absent for who came by the address of a public room. */
  session?: string;
  role: Role;
  name: string;
  /** The name is the link's, and the room lets nobody change it. */
  isNameFixed: boolean;
  fields: JoinField[];
};

export type Opened =
  | { welcome: Welcome }
  /** `openRoom`: the room can be entered without the link, as a guest. */
  | { refusal: Refusal; openRoom?: Room };

const linkRefusals: Record<string, Refusal> = {
  link_used: 'link_used',
  link_expired: 'link_expired',
  link_revoked: 'link_revoked',
};

/** What an answer of the entry routes means for the person; undefined where it means something else. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (isAway(error)) return 'away';
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 410) return linkRefusals[error.code] ?? 'link_expired';
  if (error.code === 'removed_from_call') return 'removed';
  if (error.status === 404) return 'not_found';
  return undefined;
}

/** Knocks at the door: opens the link where there is one, and reads the room. */
export async function openVisit(alias: string, visitor: Visitor): Promise<Opened> {
  if (!visitor.accessToken) return openByAddress(alias);
  try {
    const { accessToken, clientUniqueId } = visitor;
    const session = await api().openAccessLink({ body: { accessToken, clientUniqueId } });
    const room = await readRoom(alias, session.access_token);
    if (room.id !== session.roomId) return { refusal: 'link_unknown' };
    return {
      welcome: {
        room,
        session: session.access_token,
        role: session.role,
        name: session.participantName,
        isNameFixed: !room.isSelfRenamingAllowed,
        fields: askedFields(room, session.known),
      },
    };
  } catch (error) {
    return refuse(alias, error);
  }
}

/** The room's name comes from outside and stands in titles and sentences. */
async function readRoom(alias: string, token?: string): Promise<Room> {
  const room = await api(token).getRoomByAlias({ alias });
  return { ...room, name: plainName(room.name) || room.alias };
}

async function openByAddress(alias: string): Promise<Opened> {
  try {
    const room = await readRoom(alias);
    return { welcome: { room, role: 'user', name: '', isNameFixed: false, fields: askedFields(room, []) } };
  } catch (error) {
    return { refusal: refusalOf(error) ?? 'not_found' };
  }
}

/** A spent link of a public room keeps nobody out: then the page offers the way in without it. */
async function refuse(alias: string, error: unknown): Promise<Opened> {
  const refusal = refusalOf(error) ?? 'link_unknown';
  if (refusal === 'away' || refusal === 'not_found' || refusal === 'removed') return { refusal };
  try {
    return { refusal, openRoom: await readRoom(alias) };
  } catch {
    return { refusal };
  }
}

function askedFields(room: Room, known: readonly string[]): JoinField[] {
  return room.joinSettings.fields.filter((field) => field.enabled && !known.includes(field.slug));
}
