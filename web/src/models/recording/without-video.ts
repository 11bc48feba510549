import type { Answer } from '../../../../contract/routes.ts';

type Recorded = Pick<Answer<'listRecords'>['items'][number], 'state'>;

/** Whether a recording has no video and never will. */
export const isWithoutVideo = ({ state }: Recorded): boolean => state === 'aborted' || state === 'failed';
