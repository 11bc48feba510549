import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useRef, useState } from 'react';
import { browserClock } from '../../../kit/clock.ts';
import type { ReplicaState } from '../../../kit/replica.ts';
import {
  createViewersRead,
  type Viewer,
  type ViewerPage,
  type ViewersApi,
  viewerRows,
  viewersApi,
  withoutRemoved,
} from '../../../models/webinar/viewers.ts';
import { useEntry } from '../../../room/room-parts.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { useWatched } from '../../../ui/use-watched.ts';

type ShownViewers = {
  phase: ReplicaState['phase'];
  /** The person is no longer a moderator. */
  isRefused: boolean;
  /** The newest page; while another one loads, the previous one. */
  page: ViewerPage | undefined;
  /** The search that found this page. */
  search: string;
  isStale: boolean;
  again: () => void;
  /** More rows can be asked for. */
  showMore: (() => void) | undefined;
  /** Throws the server's error. */
  remove: (viewer: Viewer) => Promise<void>;
};

/** The viewers of a session, read again every few seconds while the tab of the browser is visible. */
export function useViewers(sessionId: string, typed: string): ShownViewers {
  const entry = useEntry();
  const api = useMemo(() => viewersApi(entry, sessionId), [entry, sessionId]);
  const [limit, setLimit] = useState(viewerRows.first);
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { phase, isStale, isRefused, found, again } = useRead({ api, search, limit });
  const last = useRef<{ page: ViewerPage; search: string }>(undefined);
  if (found) last.current = { page: found, search };
  const shown = last.current;
  const page = useMemo(() => shown && withoutRemoved(shown.page, removed), [shown, removed]);
  return {
    phase,
    isRefused,
    page,
    search: shown?.search ?? '',
    isStale,
    again,
    showMore:
      shown && shown.page.total > limit && limit < viewerRows.most
        ? () => setLimit(Math.min(limit + viewerRows.more, viewerRows.most))
        : undefined,
    remove: async ({ id }) => {
      await api.remove(id);
      setRemoved((before) => new Set(before).add(id));
      again();
    },
  };
}

type Wanted = { api: ViewersApi; search: string; limit: number };

function useRead({ api, search, limit }: Wanted) {
  const read = useMemo(
    () => createViewersRead(api, { search, limit, clock: browserClock }),
    [api, search, limit],
  );
  const state = useStore(read.state);
  const found = useWatched(read);
  return { ...state, found, again: () => read.readSoon() };
}
