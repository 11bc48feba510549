import type { Answer } from '../../../../../contract/routes.ts';
import { useApi } from '../../../panel/context.ts';
import { useLoaded } from '../../../panel/loading/use-loaded.ts';
import type { ListedRecord } from '../model/record.ts';
import { pathOf } from '../use-record-actions.ts';

type Slide = Answer<'listRecordChapters'>['items'][number];

const none: Slide[] = [];

/** The pages that a finished recording shows. Without them the recording is watched as one that shows none. */
export function useSlides(record: ListedRecord): readonly Slide[] {
  const api = useApi();
  const load = () => api.listRecordChapters(pathOf(record));
  return useLoaded({ key: ['slides', record.id], load }).value?.items ?? none;
}
