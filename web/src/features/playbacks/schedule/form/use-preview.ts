import { useDebouncedValue } from '@mantine/hooks';
import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { requestProblemOf } from '../../../../panel/request-problem.ts';
import type { PreviewedStart } from '../model/preview.ts';
import type { ScheduleFields } from '../model/schedule-draft.ts';

/** A request is sent when the reader has stopped typing for so long. */
const pause = 300;
const count = 10;

/** The next starts of a schedule, computed by the server. Nothing is requested while a field is missing. */
export function usePreview(spaceId: string, fields: ScheduleFields | undefined) {
  const api = useApi();
  const current = JSON.stringify(fields ?? null);
  const [asked] = useDebouncedValue(current, pause);
  const { value, error, isBehind, reload } = useLoaded({
    key: ['next starts', spaceId, asked],
    load: async (): Promise<PreviewedStart[]> => {
      const body: ScheduleFields | null = JSON.parse(asked);
      if (!body) return [];
      const { starts, localStarts } = await api.previewPlaybackEvent({ spaceId, body: { ...body, count } });
      return starts.map((start, at) => ({ at: new Date(start), local: localStarts[at] ?? '' }));
    },
  });
  const hasChanged = asked !== current;
  return {
    /** Undefined while nothing is known. */
    starts: value,
    /** These are the starts of the fields before the last change. */
    isBehind: isBehind || hasChanged,
    problem: error === undefined || hasChanged ? undefined : requestProblemOf(error),
    reload,
  };
}
