import type { RecordFailure } from '../../../../contract/operations/records.ts';
import type { EndReason, FinishedRecording, RecordingView } from '../../engines/recorder/recorder.ts';
import { after } from '../../platform/clock.ts';
import { pictureWithinMs } from '../lifecycle.ts';
import type { RecordRow } from '../store.ts';

/** Polls in case a notice is lost: one read by key and a few bytes of a journal. */
const lookAgainMs = 2000;
/** Folders of failed recordings are kept this long for inspection. */
const keptMs = 7 * 24 * 3600 * 1000;

/** The columns of a recording that its next step depends on. */
export type RecordFacts = Pick<RecordRow, 'state' | 'createdAt' | 'startedAt' | 'stoppedAt' | 'failure'>;

/** The next step for a recording. */
export type RecordStep =
  | { do: 'begin'; pictureBy: Date }
  /** Store that the first picture is in the file. */
  | { do: 'picture'; at: Date }
  /** Store that the recorder ended without an order. */
  | { do: 'stop'; at: Date }
  /** `diedSilently`: its recorder ended without giving a reason. */
  | { do: 'fail'; failure: RecordFailure; diedSilently?: true }
  /** Order the recorder to stop. */
  | { do: 'order'; at: Date }
  | { do: 'finish' }
  | { do: 'discard' }
  /** Keep the folder untouched. */
  | { do: 'keep' }
  | { do: 'wait'; ms: number };

const pictureByOf = ({ createdAt }: RecordFacts): Date => after(pictureWithinMs, createdAt);

const failures: Partial<Record<EndReason, RecordFailure>> = {
  disk_low: 'disk_full',
  disk_full: 'disk_full',
  engine_lost: 'media_lost',
  broken: 'broken',
};

/** Why there is no file if nothing usable was recorded. */
export function failureOf(
  reason: EndReason | undefined,
  { pictureAt, stoppedAt }: { pictureAt: Date | null | undefined; stoppedAt: Date | null },
): RecordFailure {
  const known = reason && failures[reason];
  if (known) return known;
  // If the call was over before the first picture, no media was lost.
  return pictureAt && !(stoppedAt && stoppedAt <= pictureAt) ? 'media_lost' : 'no_picture';
}

export const failureOfFinished = (
  { reason }: FinishedRecording & { usable: false },
  record: RecordFacts,
): RecordFailure => failureOf(reason, { pictureAt: record.startedAt, stoppedAt: record.stoppedAt });

function stepWhileActive(record: RecordFacts, view: RecordingView | undefined, at: Date): RecordStep {
  const pictureBy = pictureByOf(record);
  if (!view?.wasBegun) {
    if (record.startedAt) return { do: 'fail', failure: 'media_lost' };
    return at < pictureBy ? { do: 'begin', pictureBy } : { do: 'fail', failure: 'no_picture' };
  }
  const { pictureAt, ended, isAlive, emptySince } = view;
  if (!record.startedAt && pictureAt) return { do: 'picture', at: pictureAt };
  if (ended || !isAlive) {
    if (record.startedAt) return { do: 'stop', at: emptySince ?? ended?.at ?? at };
    const failure = failureOf(ended?.reason, { pictureAt, stoppedAt: null });
    return { do: 'fail', failure, ...(!ended && { diedSilently: true }) };
  }
  if (record.startedAt) return { do: 'wait', ms: lookAgainMs };
  const left = pictureBy.getTime() - at.getTime();
  if (left <= 0) return { do: 'fail', failure: 'no_picture' };
  return { do: 'wait', ms: Math.min(left, lookAgainMs) };
}

function stepWhileProcessing(record: RecordFacts, view: RecordingView | undefined, at: Date): RecordStep {
  const { startedAt, stoppedAt } = record;
  if (view?.pictureAt && !startedAt) return { do: 'picture', at: view.pictureAt };
  if (!view?.wasBegun) return { do: 'fail', failure: startedAt ? 'media_lost' : 'no_picture' };
  return view.isAlive ? { do: 'order', at: stoppedAt ?? at } : { do: 'finish' };
}

/** The folder may contain media without a row: its node was taken for lost, or the database was replaced. */
const isWorthKeeping = (record: RecordFacts | undefined): boolean =>
  record === undefined || record.failure === 'recorder_lost' || record.failure === 'broken';

function stepWhenEnded(record: RecordFacts | undefined, { changedAt }: RecordingView, at: Date): RecordStep {
  const isKept = isWorthKeeping(record) && after(keptMs, changedAt) > at;
  return { do: isKept ? 'keep' : 'discard' };
}

export interface RecordKnowledge {
  /** Undefined if the database has no such row for this node. */
  record: RecordFacts | undefined;
  view: RecordingView | undefined;
  at: Date;
}

/** Decides the next step from the row and the recording folder only; undefined if nothing is left to do. */
export function decideNextStep({ record, view, at }: RecordKnowledge): RecordStep | undefined {
  if (record?.state === 'new' || record?.state === 'recording') return stepWhileActive(record, view, at);
  if (record?.state === 'processing') return stepWhileProcessing(record, view, at);
  return view && stepWhenEnded(record, view, at);
}
