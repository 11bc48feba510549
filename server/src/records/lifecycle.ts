import type { EventName } from '../../../contract/events.ts';
import type { RecordFailure, RecordState } from '../../../contract/records.ts';
import { type ChatParts, publishToRoom } from '../chat/chat.ts';
import { now, seconds, timestampOrNull } from '../platform/clock.ts';
import { type Db, inTransaction, onCommit } from '../platform/db/db.ts';
import { announce } from '../webhooks/webhooks.ts';
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

/** From the start's request to the first picture in the file; later a recorder gave up. */
export const pictureWithinMs = seconds(10);

export type RecordMove = 'ask' | 'refuse' | 'picture' | 'abort' | 'stop' | 'finish' | 'fail';

/** One line of the table: in these states the move leads there, and this follows. */
interface Line {
  move: RecordMove;
  from: readonly (RecordState | 'none')[];
  to: RecordState;
  /** What the row must be besides. */
  when?: 'begun' | 'not begun';
  announces?: EventName;
  /** What the people in the room are told. */
  tells?: 'new' | 'recording' | 'stopped';
  counts?: 'started' | 'finished' | 'failed';
}

/** Everything that may become of a recording. What has ended never changes again. */
export const transitions: readonly Line[] = [
  { move: 'ask', from: ['none'], to: 'new', tells: 'new' },
  /** It should have begun by itself, and no recorder was free. */
  {
    ...{ move: 'refuse', from: ['none'], to: 'failed', announces: 'record_failed' },
    ...{ tells: 'stopped', counts: 'failed' },
  },
  {
    ...{ move: 'picture', from: ['new'], to: 'recording', announces: 'record_started' },
    ...{ tells: 'recording', counts: 'started' },
  },
  /** It was stopped before anybody looked whether it had begun. */
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
  /** People know that it ended; its moderators learn now that nothing of it is kept. */
  {
    ...{ move: 'fail', from: ['processing'], to: 'failed', announces: 'record_failed' },
    ...{ tells: 'stopped', counts: 'failed' },
  },
];

const isMet = ({ when }: Line, record: RecordRow): boolean =>
  when === undefined || (when === 'begun') === (record.startedAt !== null);

/** The line by which the move leads on from this row; undefined: it cannot. */
const lineFor = (move: RecordMove, record: RecordRow): Line | undefined =>
  transitions.find((line) => line.move === move && line.from.includes(record.state) && isMet(line, record));

export interface LifecycleParts {
  socket: ChatParts['socket'];
  /** Counts what happened, after it did. */
  count: (what: 'started' | 'finished' | 'failed') => void;
}

/** The facts that follow from a line, all of them in its transaction. */
async function applyConsequences(
  parts: LifecycleParts,
  trx: Db,
  { line, record }: { line: Line; record: RecordRow },
) {
  const { id: recordId, roomId, spaceId, callId, nodeId, startedAt, stopReason, failure } = record;
  const { announces, tells, counts } = line;
  if (announces) await announce(trx, { eventName: announces, spaceId, roomId, callId, recordId });
  if (tells && (await roomExists(trx, roomId))) {
    const payload = {
      ...{ recordId, state: tells, startedAt: timestampOrNull(startedAt) },
      ...(stopReason === 'recorder_lost' && !failure && { reason: stopReason }),
      ...(failure && { failure }),
    };
    await publishToRoom(parts, trx, { roomId, event: 'record', payload });
  }
  // Whatever the line: the node has something to begin, to order or to clear away.
  if (nodeId !== null) await wakeNodes(trx, nodeId);
  if (counts) onCommit(trx, () => parts.count(counts));
}

interface Moving {
  recordId: string;
  move: Exclude<RecordMove, 'ask' | 'refuse'>;
  written: RecordChange;
  voices?: NewVoice[];
}

/** @returns the row as it is then; undefined where the move cannot be made any more: somebody was there before */
function applyTransition(parts: LifecycleParts, db: Db, moving: Moving): Promise<RecordRow | undefined> {
  const { recordId, written, voices = [] } = moving;
  return inTransaction(db, async (trx) => {
    const before = await lockRecord(trx, recordId);
    const line = before && lineFor(moving.move, before);
    if (!line) return undefined;
    await saveTransition(trx, recordId, { ...written, state: line.to });
    await saveVoices(trx, recordId, voices);
    const record = await lockRecord(trx, recordId);
    if (!record) throw new Error('a row that is held cannot go');
    await applyConsequences(parts, trx, { line, record });
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
  if (!row) throw new Error('a row that was just written is there');
  await applyConsequences(parts, trx, { line, record: row });
  return row;
}

/** Asks for a recording; undefined where one of the room is active. */
export const requestRecord = (parts: LifecycleParts, trx: Db, record: NewRecord) =>
  insertInState(parts, trx, { record, moves: ['ask', {}] });

/** Writes down that a recording should have begun by itself and could not. */
export const refuseRecord = (
  parts: LifecycleParts,
  trx: Db,
  { record, failure }: { record: NewRecord; failure: RecordFailure },
) => insertInState(parts, trx, { record, moves: ['refuse', { failure, finishedAt: record.createdAt }] });

/** The first picture is in the file, since `at`. */
export const markPictureArrived = (
  parts: LifecycleParts,
  db: Db,
  { recordId, at }: { recordId: string; at: Date },
) => applyTransition(parts, db, { recordId, move: 'picture', written: { startedAt: at } });

/** A person thought better of it at once: there will be no file. */
export const abortRecord = (
  parts: LifecycleParts,
  db: Db,
  { recordId, at }: { recordId: string; at: Date },
) =>
  applyTransition(parts, db, {
    ...{ recordId, move: 'abort' },
    written: { stoppedAt: at, stopReason: 'person', finishedAt: now() },
  });

/** Nothing after `at` belongs into the file; what is there is made ready. */
export const stopRecord = (
  parts: LifecycleParts,
  db: Db,
  { recordId, at, reason }: { recordId: string; at: Date; reason: StopReason },
) => applyTransition(parts, db, { recordId, move: 'stop', written: { stoppedAt: at, stopReason: reason } });

/** The files are in the storage, whole. */
export const finishRecord = (
  parts: LifecycleParts,
  db: Db,
  { recordId, made, voices }: { recordId: string; made: RecordResult; voices: NewVoice[] },
) =>
  applyTransition(parts, db, { recordId, move: 'finish', written: { ...made, finishedAt: now() }, voices });

/** There is no file, and never will be. */
export const failRecord = (
  parts: LifecycleParts,
  db: Db,
  { recordId, failure }: { recordId: string; failure: RecordFailure },
) => applyTransition(parts, db, { recordId, move: 'fail', written: { failure, finishedAt: now() } });
