import { useApi } from '../../../../panel/context.ts';
import { type Loaded, useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { addDays, dateOf } from '../model/month.ts';
import type { PlaybackSession } from '../model/schedule-draft.ts';

/** As many sessions as one response has, and as many responses as one month may need. */
const pageSize = 1000;
const mostPages = 5;

/** States change with time; a long list is loaded again only when the reader returns. */
const pace = 30_000;
const longList = 200;

type Props = {
  spaceId: string;
  playbackId: string;
  /** The first and the last day. */
  from: string;
  until: string;
  /** Changes when the sessions have to be loaded again. */
  version: number;
};

type Sessions = { items: PlaybackSession[]; total: number };

/** The sessions that start within these days, the earliest first. */
export function useSessions({ from, until, version, ...place }: Props): Loaded<Sessions> {
  const api = useApi();
  const dates = {
    dateFrom: dateOf(from).toISOString(),
    dateTo: dateOf(addDays(until, 1)).toISOString(),
  };
  const load = (page: number) =>
    api.getPlaybackEventSessions({
      ...place,
      query: { ...dates, limit: pageSize, offset: page * pageSize, order: 'asc' },
    });
  return useLoaded<Sessions>({
    key: ['sessions', place.playbackId, from, until, version],
    pace: ({ total }) => (total > longList ? undefined : pace),
    load: async () => {
      const { items, total } = await load(0);
      const pages = Math.min(Math.ceil(total / pageSize), mostPages);
      const others = await Promise.all(
        Array.from({ length: Math.max(0, pages - 1) }, (_, page) => load(page + 1)),
      );
      return { items: [...items, ...others.flatMap((other) => other.items)], total };
    },
  });
}
