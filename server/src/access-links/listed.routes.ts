import { AccessLink, LinkEntry } from '../../../contract/operations/access-links.ts';
import type { Answer } from '../../../contract/routes.ts';
import { now } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { requestedPage } from '../platform/db/page.ts';
import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { presentFields } from '../platform/present.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { ledLink } from './access.ts';
import { entriesBy, type LinkStatus, type ListedLink, linksOfRoom, listedLink } from './listed.store.ts';
import type { LinkParts } from './parts.ts';
import { presentLink } from './present.ts';

/** The first status of this order that applies: revoked, expired, used, unused. */
function statusOf({ revokedAt, expiresAt, enteredAt }: ListedLink): LinkStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= now()) return 'expired';
  return enteredAt ? 'used' : 'unused';
}

function presentListed(parts: LinkParts, link: ListedLink): Answer<'listAccessLinks'>['items'][number] {
  const status = statusOf(link);
  const isOver = status === 'expired' || status === 'revoked';
  return {
    ...presentFields(AccessLink, link),
    url: isOver ? null : presentLink(parts, link).url,
    status,
  };
}

const mostEntries = 1000;

/** A link with its entries. */
export async function readLink(parts: LinkParts, db: Db, linkId: string): Promise<Answer<'getAccessLink'>> {
  const listed = (await listedLink(db, linkId)) ?? refuse('not_found');
  const entries = await entriesBy(db, linkId, mostEntries);
  return {
    ...presentListed(parts, listed),
    entries: entries.map((entry) => presentFields(LinkEntry, entry)),
  };
}

/** Endpoints that list the links of a room, for the accounts that lead it. */
export const listedLinkEndpoints = (parts: LinkParts): Endpoint[] => [
  endpoint('listAccessLinks', {
    access: anyRoomInPath,
    handle: async ({ db, access: { room }, query }) => {
      const { items, total } = await linksOfRoom(db, room.id, { ...query, ...requestedPage(query) });
      return { items: items.map((link) => presentListed(parts, link)), total };
    },
  }),
  endpoint('getAccessLink', {
    access: ledLink,
    handle: ({ db, access: link }) => readLink(parts, db, link.id),
  }),
];
