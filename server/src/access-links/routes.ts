import type { Answer, Body } from '../../../contract/routes.ts';
import { Sessions } from '../auth/auth.ts';
import { after, seconds, timestamp } from '../platform/clock.ts';
import { hashOf } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { callerKeyOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint, openToAll } from '../platform/http/endpoint.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { ledLink } from './access.ts';
import { generateAccess, generateAccessOnce } from './generate.ts';
import { refuseUnusable, refuseWhenOver } from './lifecycle.ts';
import { listedLinkEndpoints } from './listed.routes.ts';
import type { LinkParts } from './parts.ts';
import { presentLink } from './present.ts';
import { linkById, revokeLink, unbindLink } from './store.ts';
import { linkIdOf } from './token.ts';

/** The session may outlive its link: each entry checks the link itself and reports its state. */
const sessionSeconds = 24 * 60 * 60;

export const accessLinkEndpoints = (parts: LinkParts): Endpoint[] => [
  ...listedLinkEndpoints(parts),
  endpoint('generateAccess', {
    permissionInStatement: true,
    access: anyRoomInPath,
    keepsKey: true,
    handle: async ({ db, caller, params, body, least, idempotencyKey, origin }) => {
      const mayGenerate = () => anyRoomInPath({ db, caller, params, least });
      if (idempotencyKey !== undefined) await mayGenerate();
      const wanted = { spaceId: params.spaceId, roomId: params.roomId, createdBy: caller.userId, body };
      const made =
        idempotencyKey === undefined
          ? await generateAccess(db, wanted)
          : await generateAccessOnce(db, wanted, {
              caller: callerKeyOf(caller, origin.ip),
              key: idempotencyKey,
            });
      if (made) return presentLink(parts, made);
      await mayGenerate();
      return refuse('not_found');
    },
  }),
  endpoint('revokeAccessLink', {
    access: ledLink,
    handle: async ({ db, access: link }) => {
      await inTransaction(db, async (trx) => {
        await revokeLink(trx, link.id);
        await parts.onLinksRevoking(trx, [link.id]);
      });
      await parts.onLinksRevoked(db, [link.id]);
      return undefined;
    },
  }),
  endpoint('releaseAccessLink', {
    access: ledLink,
    handle: async ({ db, access: link }) => {
      refuseWhenOver(link);
      await unbindLink(db, link.id);
      return { id: link.id, expiresAt: timestamp(link.expiresAt) };
    },
  }),
  endpoint('openAccessLink', {
    access: openToAll,
    handle: ({ db, body }) => openLink(parts, db, body),
  }),
];

/** Opens the session of one tab for the holder of the link's token. Opening does not bind the link. */
async function openLink(
  { keyring }: LinkParts,
  db: Db,
  { accessToken, clientUniqueId }: Body<'openAccessLink'>,
): Promise<Answer<'openAccessLink'>> {
  const linkId = linkIdOf(keyring, accessToken);
  if (linkId === undefined) return refuse('unauthorized', 'This access link is not of this installation.');
  // The token is valid, so the link existed: it was deleted with its room or by the retention period.
  const link = (await linkById(db, linkId)) ?? refuse('link_expired');
  const browserHash = hashOf(clientUniqueId);
  refuseUnusable(link, browserHash);
  const expiresAt = after(seconds(sessionSeconds));
  return {
    access_token: new Sessions(keyring).sealLinkSession({ linkId: link.id, browserHash, expiresAt }),
    expires_in: sessionSeconds,
    spaceId: link.spaceId,
    roomId: link.roomId,
    participantName: link.username,
    role: link.role,
    known: [
      ...(link.email === null ? [] : ['email']),
      ...(link.phone === null ? [] : ['phone']),
      ...Object.keys(link.fields),
    ],
  };
}
