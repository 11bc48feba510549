import { useEffect, useState } from 'react';
import { useApi } from '../../../../panel/context.ts';
import { useLoaded } from '../../../../panel/loading/use-loaded.ts';
import { type RequestProblem, requestProblemOf } from '../../../../panel/request-problem.ts';
import type { PreviewedStart } from '../model/preview.ts';
import type { ScheduleFields } from '../model/schedule-draft.ts';

/** A request is sent when the reader has stopped typing for so long. */
const pause = 300;
const count = 10;

export type Preview = {
  /** The next starts; undefined while nothing is known. */
  starts: PreviewedStart[] | undefined;
  /** These are the starts of the fields before the last change. */
  isBehind: boolean;
  problem: RequestProblem | undefined;
  reload: () => void;
};

/** The next starts of a schedule, computed by the server. Nothing is requested while a field is missing. */
export function usePreview(spaceId: string, fields: ScheduleFields | undefined): Preview {
  const api = useApi();
  const current = JSON.stringify(fields ?? null);
  const [asked, setAsked] = useState(current);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(current), pause);
    return () => clearTimeout(timer);
  }, [current]);
  const { value, error, isBehind, reload } = useLoaded({
    key: ['next starts', spaceId, asked],
    load: async () => {
      const body: ScheduleFields | null = JSON.parse(asked);
      if (!body) return [];
      const { starts, localStarts } = await api.previewPlaybackEvent({ spaceId, body: { ...body, count } });
      return starts.map((start, at) => ({ at: new Date(start), local: localStarts[at] ?? '' }));
    },
  });
  const hasChanged = asked !== current;
  return {
    starts: value,
    isBehind: isBehind || hasChanged,
    problem: error === undefined || hasChanged ? undefined : requestProblemOf(error),
    reload,
  };
}
