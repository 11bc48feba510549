import { shownCode } from '../../../../contract/room-code.ts';
import type { Client } from '../../api/api.ts';
import type { VisitCredential } from '../visit/credential.ts';

/** A room, as far as an invitation needs it. */
export type InvitedRoom = {
  id: string;
  spaceId: string;
  name: string;
  alias: string;
  code: string;
  isPublic: boolean;
  roleInRoom: string | null;
};

/** How other people enter. The code exists for a room that anybody may enter. */
export type Invitation = { url: string; code?: string };

const leading: readonly (string | null)[] = ['role_room_owner', 'role_room_moderator'];

/** Whether this visitor can invite: to a public room everybody, to a private one an account that leads it. */
export const mayInvite = ({ isPublic, roleInRoom }: InvitedRoom, as: VisitCredential): boolean =>
  isPublic || (as.kind === 'account' && leading.includes(roleInRoom));

const day = 86_400;
/** A link that ends sooner is no use to somebody who joins later. In ms. */
const shortestRest = 3_600_000;

/**
 * The address of a public room, or a link for everyone into a private one: the newest of the room's, or a new one for
 * a day.
 */
export async function readInvitation(
  room: InvitedRoom,
  { client, origin, now = Date.now() }: { client: Client; origin: string; now?: number },
): Promise<Invitation> {
  if (room.isPublic) return { url: `${origin}/room/${room.alias}`, code: shownCode(room.code) };
  const place = { spaceId: room.spaceId, roomId: room.id };
  for (const status of ['used', 'unused'] as const) {
    const { items } = await client.listAccessLinks({ ...place, query: { status, limit: 200 } });
    const url = items.find(
      ({ isPermanent, isNameAsked, role, expiresAt }) =>
        isPermanent && isNameAsked && role === 'user' && Date.parse(expiresAt) - now > shortestRest,
    )?.url;
    if (url) return { url };
  }
  const username = [...room.name].slice(0, 100).join('');
  const body = { username, role: 'user', ttl: day, isPermanent: true, isNameAsked: true } as const;
  const { url } = await client.generateAccess({ ...place, body });
  return { url };
}
