import type { Answer } from '../../../../../contract/routes.ts';

/** A record in a group's list; in a room's list the page knows the room's name. */
export type ListedRecord = Answer<'listSpaceRecords'>['items'][number];
export type RecordState = ListedRecord['state'];
export type RecordQuality = NonNullable<ListedRecord['quality']>;

/** A copy, because the contract's list would bring its schema library into the browser. */
export const recordStates = [
  'new',
  'recording',
  'processing',
  'finished',
  'aborted',
  'failed',
] as const satisfies RecordState[];

type Stated = Pick<ListedRecord, 'state'>;

/** True if the state will change on its own. */
export const isInProgress = ({ state }: Stated): boolean =>
  state === 'new' || state === 'recording' || state === 'processing';

/** A record cannot be deleted while it is being made. */
export const isDeletable = (record: Stated): boolean => !isInProgress(record);

type Transcribed = Stated & { transcription: Pick<ListedRecord['transcription'], 'state'> };

/** True if a transcript is being created or waits for it. */
const isTranscribing = ({ transcription: { state } }: Transcribed): boolean =>
  state === 'waiting' || state === 'running';

const quick = 2_500;
const steady = 5_000;
const calm = 30_000;

/** Milliseconds until the next refresh; undefined if nothing changes on its own. */
export function paceOf(record: Transcribed): number | undefined {
  if (isInProgress(record)) return quick;
  return isTranscribing(record) ? steady : undefined;
}

/** The same for a list, which may be open beside a call that will be recorded. */
export function paceOfList(records: readonly Transcribed[]): number {
  if (records.some(isInProgress)) return quick;
  return records.some(({ transcription }) => transcription.state === 'running') ? steady : calm;
}

/** Seconds since the start, not below 0 if the clock is wrong. */
export function runningSeconds({ startedAt }: Pick<ListedRecord, 'startedAt'>, now: number): number {
  return startedAt === null ? 0 : Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1000));
}
