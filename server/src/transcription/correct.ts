import type { Answer, Body } from '../../../contract/routes.ts';
import { seconds } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { noteChange, renameSegments, saveCorrection } from './change.store.ts';
import { findSegment, lockTranscript, type SegmentRow } from './store.ts';
import { typedLine } from './text.ts';

export const timings = {
  /** The pause after the last correction before the summary is made again. */
  summaryMs: seconds(60),
};

interface Corrected {
  value: string;
  /** Null if the value is the original. */
  original: string | null;
}

function corrected(text: string | undefined, before: Corrected): Corrected {
  if (text === undefined) return before;
  const value = typedLine(text);
  const original = before.original ?? before.value;
  return { value, original: value === original ? null : original };
}

/** The segment with the fields of the body. Its words stay as the engine heard them. */
function withCorrection(row: SegmentRow, body: Body<'updateTranscriptionSegment'>): SegmentRow {
  const text = corrected(body.text, { value: row.text, original: row.originalText });
  const speaker = corrected(body.speaker, { value: row.speaker, original: row.originalSpeaker });
  return {
    ...row,
    ...{ text: text.value, originalText: text.original },
    ...{ speaker: speaker.value, originalSpeaker: speaker.original },
  };
}

interface Correction {
  recordId: string;
  segmentId: string;
  body: Body<'updateTranscriptionSegment'>;
}

/** Corrects a segment. Corrections of one transcript wait for each other, so that each has its own revision. */
export function correctSegment(
  db: Db,
  { recordId, segmentId, body }: Correction,
): Promise<{ segment: SegmentRow; revision: number }> {
  return inTransaction(db, async (trx) => {
    const transcript = await lockTranscript(trx, recordId);
    const before = await findSegment(trx, { recordId, segmentId });
    if (transcript?.state !== 'ready' || !before) return refuse('not_found');
    const segment = withCorrection(before, body);
    const isSame = segment.text === before.text && segment.speaker === before.speaker;
    if (isSame) return { segment: before, revision: transcript.revision };
    await saveCorrection(trx, segment);
    return { segment, revision: await noteChange(trx, { recordId, summaryAfterMs: timings.summaryMs }) };
  });
}

interface Renaming {
  recordId: string;
  participantId: string;
  body: Body<'updateTranscriptionSpeaker'>;
}

/** Renames a speaker in the whole transcript: one change, with one revision (docs/decisions/0083). */
export function renameSpeaker(
  db: Db,
  { recordId, participantId, body: { speaker, from } }: Renaming,
): Promise<Answer<'updateTranscriptionSpeaker'>> {
  return inTransaction(db, async (trx) => {
    const transcript = await lockTranscript(trx, recordId);
    if (transcript?.state !== 'ready') return refuse('not_found');
    const name = speaker === null ? null : typedLine(speaker);
    const changedCount = await renameSegments(trx, { recordId, participantId, speaker: name, from });
    if (changedCount === undefined) return refuse('not_found');
    if (changedCount === 0) return { changedCount, revision: transcript.revision };
    return { changedCount, revision: await noteChange(trx, { recordId, summaryAfterMs: timings.summaryMs }) };
  });
}
