import type { Answer, Body } from '../../../contract/routes.ts';
import { Sessions } from '../auth/auth.ts';
import { after, seconds, timestamp } from '../platform/clock.ts';
import { hashOf } from '../platform/crypto.ts';
import type { Db } from '../platform/db/db.ts';
import { Refusal, refuse } from '../platform/errors.ts';
import { type Caller, callerKeyOf } from '../platform/http/access/caller.ts';
import { type Endpoint, endpoint, type Origin, openToAll } from '../platform/http/endpoint.ts';
import { anyRoomInPath, roomInPath } from '../rooms/rooms.ts';
import { ledLink } from './access.ts';
import { askOnThisDevice, linkOfToken } from './asking.ts';
import { refuseUnusable, releaseLink } from './entry.ts';
import { faultsOfLink, faultsOfLinks, generateAccess, generateList } from './generate.ts';
import { inviteToRoom } from './invitation.ts';
import { listedLinkEndpoints, readLink } from './listed.routes.ts';
import type { LinkParts } from './parts.ts';
import { presentLink } from './present.ts';
import { revokeAllOfPerson, revokeOne } from './revoke.ts';
import { sendLinkEndpoint } from './send.ts';
import { changeLink } from './update.ts';

/** The session may outlive its link: each entry checks the link itself and reports its state. */
const sessionSeconds = 24 * 60 * 60;

const keyOf = ({
  idempotencyKey: key,
  caller,
  origin,
}: {
  idempotencyKey: string | undefined;
  caller: Caller;
  origin: Origin;
}) => (key === undefined ? undefined : { caller: callerKeyOf(caller, origin.ip), key });

export const accessLinkEndpoints = (parts: LinkParts): Endpoint[] => [
  ...listedLinkEndpoints(parts),
  endpoint('generateAccess', {
    permissionInStatement: true,
    access: anyRoomInPath,
    keepsKey: true,
    handle: async (request) => {
      const { db, caller, params, body } = request;
      const mayGenerate = () => anyRoomInPath(request);
      const details = faultsOfLink(body);
      const key = keyOf(request);
      if (key || details.length > 0) await mayGenerate();
      if (details.length > 0) throw new Refusal('validation_failed', { details });
      const made = await generateAccess(db, { ...params, createdBy: caller.userId, body }, key);
      if (made) return presentLink(parts, made);
      await mayGenerate();
      return refuse('not_found');
    },
  }),
  endpoint('generateAccessLinks', {
    access: anyRoomInPath,
    keepsKey: true,
    handle: async (request) => {
      const { db, caller, params, body } = request;
      const details = faultsOfLinks(body.links);
      if (details.length > 0) throw new Refusal('validation_failed', { details });
      const wanted = { ...params, createdBy: caller.userId, body };
      const made = (await generateList(db, wanted, keyOf(request))) ?? refuse('not_found');
      return { items: made.map((link) => presentLink(parts, link)) };
    },
  }),
  endpoint('inviteToRoom', {
    access: roomInPath,
    handle: async ({ db, caller, params: { spaceId }, access: { room } }) =>
      presentLink(parts, await inviteToRoom(db, { caller, spaceId, room })),
  }),
  endpoint('updateAccessLink', {
    access: ledLink,
    handle: async ({ db, access: link, body }) => {
      await changeLink(parts, db, { link, body });
      return readLink(parts, db, link.id);
    },
  }),
  sendLinkEndpoint(parts),
  endpoint('revokeAccessLinksOfPerson', {
    access: anyRoomInPath,
    handle: async ({ db, access: { room }, query: { externalUserId } }) => {
      await revokeAllOfPerson(parts, db, { roomId: room.id, externalUserId });
    },
  }),
  endpoint('revokeAccessLink', {
    access: ledLink,
    handle: async ({ db, access: link }) => {
      await revokeOne(parts, db, link.id);
    },
  }),
  endpoint('releaseAccessLink', {
    access: ledLink,
    handle: async ({ db, access: link }) => {
      const { id, expiresAt } = await releaseLink(db, link.id);
      return { id, expiresAt: timestamp(expiresAt) };
    },
  }),
  endpoint('openAccessLink', {
    access: openToAll,
    handle: ({ db, body }) => openLink(parts, db, body),
  }),
  endpoint('askOnThisDevice', {
    access: openToAll,
    handle: ({ db, body }) => askOnThisDevice(parts, db, body),
  }),
];

/** Opens the session of one tab for the holder of the link's token. Opening does not bind the link. */
async function openLink(
  { keyring }: LinkParts,
  db: Db,
  { accessToken, clientUniqueId }: Body<'openAccessLink'>,
): Promise<Answer<'openAccessLink'>> {
  const link = await linkOfToken(keyring, db, accessToken);
  const browserHash = hashOf(clientUniqueId);
  refuseUnusable(link, browserHash);
  const expiresAt = after(seconds(sessionSeconds));
  return {
    access_token: new Sessions(keyring).sealLinkSession({ linkId: link.id, browserHash, expiresAt }),
    expires_in: sessionSeconds,
    spaceId: link.spaceId,
    roomId: link.roomId,
    participantName: link.isNameAsked ? '' : link.username,
    role: link.role,
    isNameAsked: link.isNameAsked,
    known: [
      ...(link.email === null ? [] : ['email']),
      ...(link.phone === null ? [] : ['phone']),
      ...Object.keys(link.fields),
    ],
  };
}
