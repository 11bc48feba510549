import { api, discard } from '../../api/api.ts';
import type { Clock } from '../../kit/clock.ts';
import { plainName } from '../../kit/plain-name.ts';
import { Replica } from '../../kit/replica.ts';
import type { CallEntry, Role } from '../call/call-contract.ts';

/** A person who watches a session now. */
export type Viewer = { id: string; name: string; role: Role };

/** `total`: all that were found; `people`: as many of them as were asked for. */
export type ViewerPage = { people: readonly Viewer[]; total: number };

export type WantedViewers = {
  /** A part of the name; empty for everybody. */
  search: string;
  limit: number;
};

/** The server operations for moderators of a session. */
export type ViewersApi = {
  read: (wanted: WantedViewers) => Promise<ViewerPage>;
  remove: (participantId: string) => Promise<void>;
};

/** The rows of the list at first, and how many follow with each press. */
export const viewerRows = { first: 100, more: 300, most: 1_000 };

/** In ms. A long list is read less often. */
const pauses = { short: 5_000, long: 10_000 };

/** The viewers of a session, read repeatedly while they are watched (docs/decisions/0066). */
export const createViewersRead = (
  { read }: Pick<ViewersApi, 'read'>,
  { clock, ...wanted }: WantedViewers & { clock: Clock },
): Replica<ViewerPage | undefined> =>
  new Replica<ViewerPage | undefined>({
    initial: undefined,
    read: () => read(wanted),
    repeatAfter: (page) => (page && page.people.length > viewerRows.first ? pauses.long : pauses.short),
    clock,
  });

/** A reading that began before a removal may still contain the removed people. */
export function withoutRemoved({ people, total }: ViewerPage, removed: ReadonlySet<string>): ViewerPage {
  const left = people.filter(({ id }) => !removed.has(id));
  return { people: left, total: total - (people.length - left.length) };
}

export function viewersApi(
  { spaceId, roomId, participantToken }: CallEntry,
  playbackEventSessionId: string,
): ViewersApi {
  const client = api(participantToken);
  return {
    read: async ({ search, limit }) => {
      const { items, total } = await client.listParticipants({
        spaceId,
        roomId,
        query: { playbackEventSessionId, order: 'asc', limit, ...(search && { search }) },
      });
      const people = items.map(({ id, name, role }) => ({ id, name: plainName(name) || id, role }));
      return { people, total };
    },
    remove: (participantId) => discard(client.removeParticipant({ spaceId, participantId })),
  };
}
