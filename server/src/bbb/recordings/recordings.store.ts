import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { selectAll, selectColumn, selectFirst, selectValue } from '../../platform/db/rows.ts';
import type { RowOf } from '../../platform/db/tables.ts';

type Stored = RowOf<'bbb_recordings'>;

/** A recording with what its finished parts add up to. */
export type RecordingRow = Pick<
  Stored,
  | 'recordId'
  | 'name'
  | 'state'
  | 'isProtected'
  | 'playbackKey'
  | 'startedAt'
  | 'endedAt'
  | 'readyAt'
  | 'participants'
> & {
  /** `bbb_meetings.id` */
  meeting: string;
  meetingId: string;
  meetingName: string;
  metadata: Record<string, string>;
  /** In seconds. */
  duration: number;
  bytes: number;
};

const columns = sql`
  b.meeting_id AS meeting, m.meeting_id AS "meetingId", m.name AS "meetingName", b.record_id AS "recordId", b.name,
  b.state, b.is_protected AS "isProtected", b.playback_key AS "playbackKey", b.started_at AS "startedAt",
  b.ended_at AS "endedAt", b.ready_at AS "readyAt", b.participants, b.metadata,
  coalesce(p.duration, 0) AS duration, coalesce(p.bytes, 0)::float8 AS bytes`;

/** Recordings of a group; one whose parts were all deleted in the panel is gone. */
const known = sql`
  bbb_recordings b JOIN bbb_meetings m ON m.id = b.meeting_id
  LEFT JOIN LATERAL (
    SELECT count(*) AS parts, sum(r.duration) AS duration, sum(r.bytes) AS bytes
    FROM bbb_recording_parts r WHERE r.meeting_id = b.meeting_id AND r.state = 'finished'
  ) p ON true
  WHERE b.state <> 'deleted' AND (b.state = 'processing' OR p.parts > 0)`;

export interface RecordingFilters {
  spaceId: string;
  /** Whole ids, and the 40 digits before the hyphen. Undefined: any. */
  recordIds?: string[] | undefined;
  meetingIds?: string[] | undefined;
  /** Undefined: any. */
  states?: string[] | undefined;
  /** Equal values of `meta_*`. */
  metadata: Record<string, string>;
}

function matching({ spaceId, recordIds, meetingIds, states, metadata }: RecordingFilters) {
  const conditions = [sql`b.space_id = ${spaceId}`];
  if (recordIds)
    conditions.push(sql`(b.record_id = ANY (${recordIds}) OR left(b.record_id, 40) = ANY (${recordIds}))`);
  if (meetingIds) conditions.push(sql`m.meeting_id = ANY (${meetingIds})`);
  if (states) conditions.push(sql`b.state = ANY (${states})`);
  if (Object.keys(metadata).length > 0)
    conditions.push(sql`b.metadata @> ${JSON.stringify(metadata)}::jsonb`);
  return sql.join(conditions, sql` AND `);
}

/** The newest first. */
export const listRecordings = (
  db: Db,
  { offset, limit, ...filters }: RecordingFilters & { offset: number; limit: number | null },
) => selectAll<RecordingRow>(db)`
    SELECT ${columns} FROM ${known} AND ${matching(filters)}
    ORDER BY b.started_at DESC, b.meeting_id DESC OFFSET ${offset} LIMIT ${limit}::int`;

export const countRecordings = async (db: Db, filters: RecordingFilters): Promise<number> =>
  (await selectValue<number>(db)`SELECT count(*)::int AS count FROM ${known} AND ${matching(filters)}`) ?? 0;

/** Recordings that a request changes, by their whole ids. */
interface Named {
  spaceId: string;
  recordIds: string[];
}

/** Those of the ids that exist, locked until the transaction ends. @returns `bbb_meetings.id` of each */
export const lockRecordings = (trx: Db, { spaceId, recordIds }: Named): Promise<string[]> => selectColumn(
  trx,
)`
    SELECT b.meeting_id FROM bbb_recordings b
    WHERE b.space_id = ${spaceId} AND b.record_id = ANY (${recordIds}) AND b.state <> 'deleted'
      AND (b.state = 'processing' OR EXISTS (
        SELECT FROM bbb_recording_parts r WHERE r.meeting_id = b.meeting_id AND r.state = 'finished'
      ))
    ORDER BY b.meeting_id FOR UPDATE OF b`;

/**
 * Publishes recordings or takes that back. One that is still processed follows when it is ready.
 * @returns `bbb_meetings.id` of those whose state it changed
 */
export const setPublished = (trx: Db, meetings: string[], isPublished: boolean): Promise<string[]> =>
  selectColumn(trx)`
    WITH processing AS (
      UPDATE bbb_recordings SET is_kept_unpublished = ${!isPublished}
      WHERE meeting_id = ANY (${meetings}) AND state = 'processing'
    )
    UPDATE bbb_recordings SET state = ${isPublished ? 'published' : 'unpublished'}
    WHERE meeting_id = ANY (${meetings}) AND state = ${isPublished ? 'unpublished' : 'published'}
    RETURNING meeting_id`;

export interface RecordingChange {
  /** `meta_*` to set. */
  set: Record<string, string>;
  /** Names of `meta_*` to remove. */
  removed: string[];
  name?: string | undefined;
  isProtected?: boolean | undefined;
}

/** Changes recordings that are locked. @returns how many `meta_*` one of them has at most by now */
export const changeRecordings = async (
  trx: Db,
  meetings: string[],
  { set, removed, name, isProtected }: RecordingChange,
): Promise<number> =>
  (await selectValue<number>(trx)`
    WITH changed AS (
      UPDATE bbb_recordings
      SET metadata = (metadata || ${JSON.stringify(set)}::jsonb) - ${removed}::text[],
          name = coalesce(${name ?? null}::text, name),
          is_protected = coalesce(${isProtected ?? null}::boolean, is_protected)
      WHERE meeting_id = ANY (${meetings})
      RETURNING metadata
    )
    SELECT max((SELECT count(*) FROM jsonb_object_keys(changed.metadata)))::int AS count FROM changed`) ?? 0;

/** Deletes recordings for the API. @returns the records that were their parts */
export const markRecordingsDeleted = (trx: Db, meetings: string[], at: Date): Promise<string[]> =>
  selectColumn(trx)`
    WITH deleted AS (
      UPDATE bbb_recordings SET state = 'deleted', deleted_at = ${at}
      WHERE meeting_id = ANY (${meetings}) AND state <> 'deleted' RETURNING meeting_id
    )
    SELECT r.record_id FROM deleted JOIN bbb_recording_parts r USING (meeting_id)
    WHERE r.state IN ('finished', 'failed', 'aborted')`;

export const recordingOfGroup = (db: Db, { spaceId, recordId }: { spaceId: string; recordId: string }) =>
  selectFirst<RecordingRow>(db)`
    SELECT ${columns} FROM ${known} AND b.space_id = ${spaceId} AND b.record_id = ${recordId}`;

export const recordingByKey = (db: Db, playbackKey: string) => selectFirst<RecordingRow>(db)`
    SELECT ${columns} FROM ${known} AND b.playback_key = ${playbackKey}`;

/** The finished parts of a recording, in their order. */
export const partsOfRecording = (db: Db, meeting: string): Promise<string[]> => selectColumn(db)`
    SELECT record_id FROM bbb_recording_parts
    WHERE meeting_id = ${meeting} AND state = 'finished' ORDER BY started_at, record_id`;

/** Selects the pairs whose record is a part of a published recording. */
export const filterPublished = (db: Db, pairs: { meeting: string; recordId: string }[]) =>
  selectAll<{ meeting: string; recordId: string }>(db)`
    SELECT w.meeting, w.record_id AS "recordId"
    FROM unnest(${pairs.map(({ meeting }) => meeting)}::text[], ${pairs.map(({ recordId }) => recordId)}::text[])
      AS w (meeting, record_id)
    JOIN bbb_recordings b ON b.meeting_id = w.meeting AND b.state = 'published'
    JOIN bbb_recording_parts r ON r.meeting_id = w.meeting AND r.record_id = w.record_id AND r.state = 'finished'`;
