import { shownCode } from '../../../../contract/room-code.ts';
import type { Client } from '../../api/api.ts';

/** A room, as far as an invitation needs it. */
export type InvitedRoom = {
  id: string;
  spaceId: string;
  name: string;
  alias: string;
  code: string;
  isPublic: boolean;
};

/** How other people enter. The code exists for a room that anybody may enter. */
export type Invitation = { url: string; code?: string };

/** Whether this participant can invite: to a public room everybody, to a private one moderators. */
export const mayInvite = ({ isPublic }: InvitedRoom, role: 'user' | 'moderator'): boolean =>
  isPublic || role === 'moderator';

/** The address of a public room, or a link for everyone into a private one. */
export async function readInvitation(
  room: InvitedRoom,
  { client, origin }: { client: Client; origin: string },
): Promise<Invitation> {
  if (room.isPublic) return { url: `${origin}/room/${room.alias}`, code: shownCode(room.code) };
  const { url } = await client.inviteToRoom({ spaceId: room.spaceId, roomId: room.id });
  return { url };
}
