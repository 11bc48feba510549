import type { EventName } from '../../../contract/events.ts';
import type { RecordFailure, RecordState } from '../../../contract/operations/records.ts';
import { type ChatParts, publishToRoom } from '../chat/chat.ts';
import { now, seconds, timestampOrNull } from '../platform/clock.ts';
import { type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { type Effects, runAll } from '../platform/effects.ts';
import { announce } from '../webhooks/webhooks.ts';
import type { NewChapter } from './chapters/chapter.ts';
import { saveChapters } from './chapters/chapters.store.ts';
import { lockRecord, type RecordRow, type StopReason } from './store.ts';
import {
  insertRecord,
  type NewRecord,
  type NewVoice,
  type RecordChange,
  type RecordResult,
  roomExists,
  saveTransition,
  saveVoices,
  wakeNodes,
} from './transitions.store.ts';

/** From the request to the first picture in the file; afterwards the recorder has failed. */
export const pictureWithinMs = seconds(10);

export type RecordMove = 'ask' | 'refuse' | 'picture' | 'abort' | 'stop' | 'finish' | 'fail';

/** One line of the table: from these states the move leads to that one, with these consequences. */
interface Line {
  move: RecordMove;
  from: readonly (RecordState | 'none')[];
  to: RecordState;
  /** A further condition on the row. */
  when?: 'begun' | 'not begun';
  announces?: EventName;
  /** The event for the people in the room. */
  tells?: 'new' | 'recording' | 'stopped';
  counts?: 'started' | 'finished' | 'failed';
}

/** Every transition of a recording. An ended recording never changes again. */
export const transitions: readonly Line[] = [
  { move: 'ask', from: ['none'], to: 'new', tells: 'new' },
  /** It should have started automatically, but no recorder was free. */
  {
    ...{ move: 'refuse', from: ['none'], to: 'failed', announces: 'record_failed' },
    ...{ tells: 'stopped', counts: 'failed' },
  },
  {
    ...{ move: 'picture', from: ['new'], to: 'recording', announces: 'record_started' },
    ...{ tells: 'recording', counts: 'started' },
  },
  /** It was stopped before a node noticed its first picture. */
  {
    ...{ move: 'picture', from: ['processing'], to: 'processing', announces: 'record_started' },
    ...{ when: 'not begun', counts: 'started' },
  },
  { move: 'abort', from: ['new', 'recording'], to: 'aborted', announces: 'record_aborted', tells: 'stopped' },
  { move: 'stop', from: ['new', 'recording'], to: 'processing', tells: 'stopped' },
  {
    ...{ move: 'finish', from: ['processing'], to: 'finished', when: 'begun' },
    ...{ announces: 'record_finished', counts: 'finished' },
  },
  {
    ...{ move: 'fail', from: ['new', 'recording'], to: 'failed', announces: 'record_failed' },
    ...{ tells: 'stopped', counts: 'failed' },
  },
  /** People know already that it ended. Its moderators now learn that nothing is kept. */
  {
    ...{ move: 'fail', from: ['processing'], to: 'failed', announces: 'record_failed' },
    ...{ tells: 'stopped', counts: 'failed' },
  },
];

const isMet = ({ when }: Line, record: RecordRow): boolean =>
  when === undefined || (when === 'begun') === (record.startedAt !== null);

/** @returns the transition of this move from this row; undefined if there is none */
const lineFor = (move: RecordMove, record: RecordRow): Line | undefined =>
  transitions.find((line) => line.move === move && line.from.includes(record.state) && isMet(line, record));

export interface LifecycleParts {
  socket: ChatParts['socket'];
  /** In the transaction of each transition: `from` is the state before. */
  onRecordMoved: Effects<{ record: RecordRow; from: RecordState | 'none' }>;
  /** In the transaction that finishes a recording. */
  onRecordFinished: Effects<RecordRow>;
  /** Counts and logs a transition after its commit. */
  onTransition: (done: { record: RecordRow; counts: Line['counts'] }) => void;
}

/** Applies the consequences of a transition in its transaction. */
async function applyConsequences(
  parts: LifecycleParts,
  trx: Db,
  { line, record, from }: { line: Line; record: RecordRow; from: RecordState | 'none' },
) {
  const { id: recordId, roomId, spaceId, callId, nodeId, startedAt, stopReason, failure, isSample } = record;
  const { announces, tells, counts } = line;
  if (announces) await announce(trx, { eventName: announces, spaceId, roomId, callId, recordId, isSample });
  if (tells && !isSample && (await roomExists(trx, roomId))) {
    const payload = {
      ...{ recordId, state: tells, startedAt: timestampOrNull(startedAt) },
      ...(stopReason === 'recorder_lost' && !failure && { reason: stopReason }),
      ...(failure && { failure }),
    };
    await publishToRoom(parts, trx, { roomId, event: 'record', payload });
  }
  await runAll(trx, parts.onRecordMoved, { record, from });
  if (line.move === 'finish') await runAll(trx, parts.onRecordFinished, record);
  // After every transition the node has something to start, to stop or to clean up.
  if (nodeId !== null) await wakeNodes(trx, nodeId);
  onCommit(trx, () => parts.onTransition({ record, counts }));
}

interface Moving {
  recordId: string;
  move: Exclude<RecordMove, 'ask' | 'refuse'>;
  written: RecordChange;
  voices?: NewVoice[];
  chapters?: NewChapter[];
}

/** @returns the row after the transition; undefined if it is not possible (any more) */
function applyTransition(parts: LifecycleParts, db: Db, moving: Moving): Promise<RecordRow | undefined> {
  const { recordId, written, voices = [], chapters = [] } = moving;
  return inTransaction(db, async (trx) => {
    const before = await lockRecord(trx, recordId);
    const line = before && lineFor(moving.move, before);
    if (!line) return undefined;
    await saveTransition(trx, recordId, { ...written, state: line.to });
    await saveVoices(trx, recordId, voices);
    await saveChapters(trx, recordId, chapters);
    const record = await lockRecord(trx, recordId);
    if (!record) throw new Error('a locked row cannot disappear');
    await applyConsequences(parts, trx, { line, record, from: before.state });
    return record;
  });
}

async function insertInState(
  parts: LifecycleParts,
  trx: Db,
  { record, moves: [first, written] }: { record: NewRecord; moves: ['ask' | 'refuse', RecordChange] },
): Promise<RecordRow | undefined> {
  const line = transitions.find((candidate) => candidate.move === first);
  if (!line || !(await insertRecord(trx, { ...record, ...written, state: line.to }))) return undefined;
  const row = await lockRecord(trx, record.id);
  if (!row) throw new Error('a row that was just written must exist');
  await applyConsequences(parts, trx, { line, record: row, from: 'none' });
  return row;
}

/** Requests a recording. @returns undefined if the room has an active one */
export const requestRecord = (parts: LifecycleParts, trx: Db, record: NewRecord) =>
  insertInState(parts, trx, { record, moves: ['ask', {}] });

/** Stores a failed recording for one that should have started automatically. */
export const refuseRecord = (
  parts: LifecycleParts,
  trx: Db,
  { record, failure }: { record: NewRecord; failure: RecordFailure },
) => insertInState(parts, trx, { record, moves: ['refuse', { failure, finishedAt: record.createdAt }] });

/** A function that makes a move, with the columns that it writes beside the state. */
const moving =
  <Given>(
    move: Moving['move'],
    changeBy: (given: Given) => Pick<Moving, 'written' | 'voices' | 'chapters'>,
  ) =>
  (parts: LifecycleParts, db: Db, given: Given & { recordId: string }) =>
    applyTransition(parts, db, { recordId: given.recordId, move, ...changeBy(given) });

/** Records that the first picture is in the file since `at`. */
export const markPictureArrived = moving('picture', ({ at }: { at: Date }) => ({
  written: { startedAt: at },
}));

/** Discards a recording that a person stopped at once: there will be no file. */
export const abortRecord = moving('abort', ({ at }: { at: Date }) => ({
  written: { stoppedAt: at, stopReason: 'person', finishedAt: now() },
}));

/** Stops a recording: nothing after `at` belongs to the file, which is now made. */
export const stopRecord = moving('stop', ({ at, reason }: { at: Date; reason: StopReason }) => ({
  written: { stoppedAt: at, stopReason: reason },
}));

/** Finishes a recording whose files are all in the storage. */
export const finishRecord = moving(
  'finish',
  ({ made, ...beside }: { made: RecordResult; voices: NewVoice[]; chapters?: NewChapter[] }) => ({
    written: { ...made, finishedAt: now() },
    ...beside,
  }),
);

/** Fails a recording: it will never have a file. */
export const failRecord = moving('fail', ({ failure }: { failure: RecordFailure }) => ({
  written: { failure, finishedAt: now() },
}));
