import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import {
  countChanged,
  execute,
  hasRows,
  selectAll,
  selectColumn,
  selectFirst,
} from '../../platform/db/rows.ts';
import type { StoredSentence, StoredSummary } from '../../platform/db/tables.ts';
import type { Failure } from '../failure.ts';
import { announceWork, type SegmentRow, type TranscriptRow, transcriptColumns } from '../store.ts';

/** Identifies an attempt: one that lost its claim stores nothing any more. */
export type ClaimedTranscript = Pick<TranscriptRow, 'recordId' | 'claim'>;

export interface Claiming {
  node: string;
  claim: string;
  /** The engine that this node uses. */
  engine: string;
  /** The transcripts that this node makes now; its others were abandoned by its last run. */
  underWay: string[];
  holdSeconds: number;
}

/**
 * Claims the oldest transcript that waits. Chunks of another engine are deleted: it cuts voices in another
 * way (docs/decisions/0074).
 */
export async function claimTranscript(trx: Db, claiming: Claiming): Promise<TranscriptRow | undefined> {
  const { node, claim, engine, underWay, holdSeconds } = claiming;
  const claimed = await selectFirst<TranscriptRow & { isOfOtherEngine: boolean }>(trx)`
    UPDATE transcripts t SET state = 'running', node_id = ${node}, claim = ${claim}, attempts = t.attempts + 1,
      begun_at = clock_timestamp(), claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second',
      progress = CASE WHEN before.engine = ${engine} THEN coalesce(t.progress, 0) ELSE 0 END,
      done_voices = CASE WHEN before.engine = ${engine} THEN t.done_voices ELSE '{}' END, engine = ${engine}
    FROM (
      SELECT record_id, engine FROM transcripts
      WHERE state IN ('waiting', 'running') AND record_id <> ALL (${underWay})
        AND (claimed_until IS NULL OR claimed_until <= clock_timestamp() OR node_id = ${node})
        AND NOT is_draining(${node})
      ORDER BY requested_at, record_id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) before
    WHERE t.record_id = before.record_id
    RETURNING ${transcriptColumns}, before.engine IS DISTINCT FROM ${engine} AS "isOfOtherEngine"`;
  if (claimed?.isOfOtherEngine) {
    await execute(trx)`DELETE FROM transcript_chunks WHERE record_id = ${claimed.recordId}`;
  }
  return claimed;
}

const isClaimed = ({ recordId, claim }: ClaimedTranscript) => sql<boolean>`
  record_id = ${recordId} AND claim = ${claim} AND state = 'running'`;

/** @returns false if the claim is lost or the transcript was deleted */
export const renewTranscriptClaim = async (db: Db, claimed: ClaimedTranscript, holdSeconds: number) =>
  (await countChanged(db)`
    UPDATE transcripts SET claimed_until = clock_timestamp() + ${holdSeconds} * interval '1 second'
    WHERE ${isClaimed(claimed)}`) === 1;

export interface StoredChunk {
  voice: number;
  number: number;
  language: string | null;
  sentences: StoredSentence[];
  /** The engine refused it: its sentences are marks. */
  isRefused: boolean;
}

/** Stores the result of a chunk. @returns false if the claim is lost or the transcript was deleted */
export async function saveChunk(
  trx: Db,
  claimed: ClaimedTranscript,
  { voice, number, language, sentences, isRefused, progress }: StoredChunk & { progress: number },
): Promise<boolean> {
  const changed = await countChanged(trx)`
    UPDATE transcripts SET progress = ${progress}, attempts = 0, away_since = NULL
    WHERE ${isClaimed(claimed)}`;
  if (changed === 0) return false;
  await execute(trx)`
    INSERT INTO transcript_chunks (record_id, voice, number, language, sentences, is_refused)
    VALUES (${claimed.recordId}, ${voice}, ${number}, ${language}, ${JSON.stringify(sentences)}, ${isRefused})`;
  return true;
}

/** The numbers of the chunks of a voice that are stored. */
export const storedChunksOf = async (db: Db, recordId: string, voice: number) =>
  new Set(
    await selectColumn<number>(db)`
    SELECT number FROM transcript_chunks WHERE record_id = ${recordId} AND voice = ${voice}`,
  );

/** How many chunks are stored, and how many of them the engine refused. */
export const countChunks = async (db: Db, recordId: string) =>
  (await selectFirst<{ all: number; refused: number }>(db)`
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE is_refused)::int AS refused FROM transcript_chunks
    WHERE record_id = ${recordId}`) ?? { all: 0, refused: 0 };

export const markVoiceDone = (db: Db, claimed: ClaimedTranscript, voice: number) => execute(db)`
    UPDATE transcripts SET done_voices = array_append(done_voices, ${voice}::integer) WHERE ${isClaimed(claimed)}`;

/** All chunks of a transcript. */
export const readChunks = (db: Db, recordId: string) => selectAll<StoredChunk>(db)`
    SELECT voice, number, language, sentences, is_refused AS "isRefused" FROM transcript_chunks
    WHERE record_id = ${recordId} ORDER BY voice, number`;

/** Locks the transcript of an attempt until the transaction ends. @returns false if the claim is lost */
export const lockClaimed = (trx: Db, claimed: ClaimedTranscript) =>
  hasRows(trx)`SELECT FROM transcripts WHERE ${isClaimed(claimed)} FOR UPDATE`;

export type NewSegment = Omit<SegmentRow, 'originalText' | 'originalSpeaker' | 'recordId'>;

const segmentsAtOnce = 500;

export async function insertSegments(trx: Db, recordId: string, segments: NewSegment[]): Promise<void> {
  for (let from = 0; from < segments.length; from += segmentsAtOnce) {
    const some = JSON.stringify(segments.slice(from, from + segmentsAtOnce));
    await execute(trx)`
      INSERT INTO transcript_segments (id, record_id, start_seconds, end_seconds, text, speaker, participant_id,
        external_user_id, language, confidence, words)
      SELECT s.id, ${recordId}, s."startSeconds", s."endSeconds", s.text, s.speaker, s."participantId",
        s."externalUserId", s.language, s.confidence, s.words
      FROM jsonb_to_recordset(${some}::jsonb) AS s (
        id text, "startSeconds" double precision, "endSeconds" double precision, text text, speaker text,
        "participantId" text, "externalUserId" text, language text, confidence double precision, words jsonb
      )`;
  }
}

export interface ReadyFacts {
  language: string | null;
  summary: StoredSummary;
  /** Whether a language model writes another summary. */
  isSummaryDue: boolean;
}

/** Makes a locked transcript ready and deletes its chunks. */
export async function markTranscriptReady(
  trx: Db,
  { recordId }: ClaimedTranscript,
  { language, summary, isSummaryDue }: ReadyFacts,
): Promise<void> {
  await execute(trx)`
    UPDATE transcripts SET state = 'ready', finished_at = clock_timestamp(), revision = revision + 1,
      spoken_language = ${language}, summary = ${JSON.stringify(summary)}, summary_attempts = 0,
      summary_due_at = CASE WHEN ${isSummaryDue} THEN clock_timestamp() END, node_id = NULL, claim = NULL,
      claimed_until = NULL, progress = NULL, away_since = NULL, attempts = 0,
      work_seconds = work_seconds + extract(epoch FROM clock_timestamp() - begun_at)
    WHERE record_id = ${recordId}`;
  await execute(trx)`DELETE FROM transcript_chunks WHERE record_id = ${recordId}`;
  if (isSummaryDue) await announceWork(trx);
}

/** @returns false if the claim is lost or the transcript was deleted */
export async function markTranscriptFailed(
  trx: Db,
  claimed: ClaimedTranscript,
  failure: Failure,
): Promise<boolean> {
  const changed = await countChanged(trx)`
    UPDATE transcripts SET state = 'failed', failure = ${failure}, finished_at = clock_timestamp(), node_id = NULL,
      claim = NULL, claimed_until = NULL, progress = NULL, away_since = NULL
    WHERE ${isClaimed(claimed)}`;
  if (changed === 0) return false;
  await execute(trx)`DELETE FROM transcript_chunks WHERE record_id = ${claimed.recordId}`;
  return true;
}

/** Leaves the transcript to any node, after a pause. */
export const releaseTranscript = (
  db: Db,
  claimed: ClaimedTranscript,
  { pauseMs, isCounted, isAway }: { pauseMs: number; isCounted: boolean; isAway: boolean },
) => execute(db)`
    UPDATE transcripts SET state = 'waiting', node_id = NULL, claim = NULL,
      attempts = CASE WHEN ${isCounted} THEN attempts ELSE greatest(attempts - 1, 0) END,
      away_since = CASE WHEN ${isAway} THEN coalesce(away_since, clock_timestamp()) ELSE away_since END,
      work_seconds = work_seconds + extract(epoch FROM clock_timestamp() - begun_at),
      claimed_until = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    WHERE ${isClaimed(claimed)}`;
