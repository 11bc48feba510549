import type { Answer } from '../../../../../contract/routes.ts';

/** As a list of a whole group names it; in that of a room the page knows the room's name itself. */
export type ListedRecord = Answer<'listSpaceRecords'>['items'][number];
export type RecordState = ListedRecord['state'];
export type RecordFailure = NonNullable<ListedRecord['failure']>;
export type RecordQuality = NonNullable<ListedRecord['quality']>;

/** The contract's own list would bring its schema library into the browser. */
export const recordStates = [
  'new',
  'recording',
  'processing',
  'finished',
  'aborted',
  'failed',
] as const satisfies RecordState[];

type Stated = Pick<ListedRecord, 'state'>;

/** Will it be another one by itself? */
export const isInProgress = ({ state }: Stated): boolean =>
  state === 'new' || state === 'recording' || state === 'processing';

/** While it is being made it cannot be deleted. */
export const isDeletable = (record: Stated): boolean => !isInProgress(record);

const quick = 2_500;
const calm = 30_000;

/** Milliseconds until its page asks for it again; undefined: nothing of it changes by itself. */
export const paceOf = (record: Stated): number | undefined => (isInProgress(record) ? quick : undefined);

/** The same of a list, which may lie open beside the call whose recording is to come. */
export const paceOfList = (records: readonly Stated[]): number => (records.some(isInProgress) ? quick : calm);

/** Seconds that it has run; a clock that goes wrong shows nothing below zero. */
export function runningSeconds({ startedAt }: Pick<ListedRecord, 'startedAt'>, now: number): number {
  return startedAt === null ? 0 : Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000));
}
