import { emailInvitation } from '../auth/auth.ts';
import { type Asking, type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { ledLink } from './access.ts';
import { refuseWhenOver } from './entry.ts';
import type { LinkParts } from './parts.ts';
import { addressOfLink } from './present.ts';

type SendRequest = Asking<{ spaceId: string; roomId: string; linkId: string }, 'lead'>;

/** Sends a link by email. The limits are those of invitations into a group. */
export const sendLinkEndpoint = (parts: LinkParts): Endpoint =>
  endpoint('sendAccessLink', {
    access: async (of: SendRequest) => ({ room: (await anyRoomInPath(of)).room, link: await ledLink(of) }),
    handle: async ({ db, caller, access: { room, link }, body: { email }, origin }) => {
      refuseWhenOver(link);
      const to = { email, username: link.isNameAsked ? '' : link.username };
      const about = room.kind === 'playback' ? 'invited-to-webinar' : 'invited-to-room';
      const url = addressOfLink(parts, link);
      await emailInvitation(parts, { db, caller, origin, to }, (inviter) => {
        return { about, room: room.name, inviter, url, until: link.expiresAt };
      });
      return {};
    },
  });
