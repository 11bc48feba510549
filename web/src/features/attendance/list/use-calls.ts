import { useEffect, useEffectEvent, useRef } from 'react';
import type { Answer } from '../../../../../contract/routes.ts';
import { ApiError } from '../../../api/api.ts';
import { isWithoutVideo } from '../../../models/recording/without-video.ts';
import { useApi } from '../../../panel/context.ts';
import { type List, useList } from '../../../panel/list/use-list.ts';
import { type Loaded, useLoaded } from '../../../panel/loading/use-loaded.ts';
import { callFilterNames, readCallFilters, toCallQuery } from '../model/call-filters.ts';

type FinishedCall = Answer<'analyticsCalls'>['items'][number];
export type ListedCall = FinishedCall & { isRecorded: boolean };
export type RunningCallOfRoom = Answer<'getActiveCall'>;

type Place = { spaceId: string; roomId: string };

/** The finished calls of a room. */
export function useCalls({ spaceId, roomId }: Place): List<ListedCall> {
  const api = useApi();

  /** The ids of those calls that have a recording. */
  async function findRecorded(calls: FinishedCall[]): Promise<Set<string | null>> {
    const times = calls.map(({ startedAt }) => startedAt).sort();
    const ends = calls.map(({ finishedAt }) => finishedAt ?? '').sort();
    const [dateFrom, dateTo] = [times[0], ends.at(-1)];
    if (!dateFrom || !dateTo) return new Set();
    const { items } = await api.listRecords({ spaceId, roomId, query: { dateFrom, dateTo } });
    return new Set(items.filter((record) => !isWithoutVideo(record)).map(({ callId }) => callId));
  }

  return useList<ListedCall>({
    key: ['calls', roomId],
    more: callFilterNames,
    load: async ({ limit, offset, order }, { more }) => {
      const filters = toCallQuery(readCallFilters(more), new Date());
      const query = { roomId, limit, offset, order, ...filters };
      const { items, total } = await api.analyticsCalls({ spaceId, query });
      const recorded = await findRecorded(items);
      return { total, items: items.map((call) => ({ ...call, isRecorded: recorded.has(call.id) })) };
    },
    // A call may have ended while the reader was on another page.
    pace: () => undefined,
  });
}

const pace = 5_000;

/** The running call of a room; null if none runs. `onEnd` is called when it ends. */
export function useRunningCall(
  { spaceId, roomId }: Place,
  onEnd: () => void,
): Loaded<RunningCallOfRoom | null> {
  const api = useApi();
  const running = useLoaded<RunningCallOfRoom | null>({
    key: ['running call', roomId],
    load: async () => {
      try {
        return await api.getActiveCall({ spaceId, roomId });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'call_not_active') return null;
        throw error;
      }
    },
    pace: () => pace,
  });
  const id = running.value?.id;
  const seen = useRef(id);
  const tellEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== id) tellEnd();
    seen.current = id;
  }, [id]);
  return running;
}
