import type { Playback } from '../page/playback-part.ts';

type Chosen = Pick<Playback, 'recordId' | 'assetId'>;
type Stated = Pick<Playback, 'readinessStatus' | 'runningSession'>;

/** True if a recording or an uploaded video was chosen. */
export const hasContent = ({ recordId, assetId }: Chosen): boolean => recordId !== null || assetId !== null;

const quick = 2_500;
const live = 10_000;
const calm = 30_000;

/** Milliseconds until the next refresh: the preparation goes on without the reader, and viewers come and go. */
export const paceOfPlayback = ({ readinessStatus, runningSession }: Stated): number =>
  readinessStatus === 'preparing' ? quick : runningSession ? live : calm;

export const paceOfPlaybacks = (playbacks: readonly Stated[]): number =>
  Math.min(calm, ...playbacks.map(paceOfPlayback));
