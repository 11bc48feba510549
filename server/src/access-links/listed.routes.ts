import type { Answer } from '../../../contract/routes.ts';
import { now, timestamp, timestampOrNull } from '../platform/clock.ts';
import type { Db } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts';
import { anyRoomInPath } from '../rooms/rooms.ts';
import { ledLink } from './access.ts';
import {
  entriesBy,
  type LinkEntry,
  type LinkStatus,
  type ListedLink,
  linksOfRoom,
  listedLink,
} from './listed.store.ts';
import type { LinkParts } from './parts.ts';
import { presentLink } from './present.ts';

/** The first status of this order that applies: revoked, expired, used, unused. */
function statusOf({ revokedAt, expiresAt, entriesCount }: Omit<ListedLink, 'alias'>): LinkStatus {
  if (revokedAt) return 'revoked';
  if (expiresAt <= now()) return 'expired';
  return entriesCount > 0 ? 'used' : 'unused';
}

type Listed = Answer<'listAccessLinks'>['items'][number];

function presentListed(parts: LinkParts, { alias, ...link }: ListedLink): Listed {
  const status = statusOf(link);
  const isOver = status === 'expired' || status === 'revoked';
  return {
    ...link,
    url: isOver ? null : presentLink(parts, { ...link, alias }).url,
    status,
    lastEntryAt: timestampOrNull(link.lastEntryAt),
    createdAt: timestamp(link.createdAt),
    expiresAt: timestamp(link.expiresAt),
    revokedAt: timestampOrNull(link.revokedAt),
  };
}

const presentEntry = (entry: LinkEntry): Answer<'getAccessLink'>['entries'][number] => ({
  ...entry,
  createdAt: timestamp(entry.createdAt),
  firstEntryAt: timestampOrNull(entry.firstEntryAt),
  lastExitAt: timestampOrNull(entry.lastExitAt),
});

const mostEntries = 1000;

/** A link with its entries. */
export async function readLink(parts: LinkParts, db: Db, linkId: string): Promise<Answer<'getAccessLink'>> {
  const listed = (await listedLink(db, linkId)) ?? refuse('not_found');
  const entries = (await entriesBy(db, linkId, mostEntries)).map(presentEntry);
  return { ...presentListed(parts, listed), entries };
}

/** Endpoints that list the links of a room, for the accounts that lead it. */
export const listedLinkEndpoints = (parts: LinkParts): Endpoint[] => [
  endpoint('listAccessLinks', {
    access: anyRoomInPath,
    handle: async ({ db, access: { room }, query }) => {
      const { limit = 1000, offset = 0, order = 'desc', ...filter } = query;
      const { items, total } = await linksOfRoom(db, room.id, { limit, offset, order, ...filter });
      return { items: items.map((link) => presentListed(parts, link)), total };
    },
  }),
  endpoint('getAccessLink', {
    access: ledLink,
    handle: ({ db, access: link }) => readLink(parts, db, link.id),
  }),
];
