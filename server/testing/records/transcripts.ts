import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { databaseOf } from '../database.ts';
import type { Lectern } from '../lectern.ts';

/** A segment of a test's transcript; what is not given has a usual value. */
export interface TestSegment {
  start?: number;
  end?: number;
  text?: string;
  speaker?: string;
  participantId?: string;
  externalUserId?: string | null;
  language?: string | null;
}

/** Inserts the ready transcript of a recording, as the job stores it. @returns the ids of its segments */
export async function insertTranscript(
  db: Db,
  recordId: string,
  segments: TestSegment[] = [{}],
): Promise<string[]> {
  const summary = { kind: 'highlights', text: 'Hello everybody.', sections: [], lines: [], tasks: [] };
  await sql`
    INSERT INTO transcripts (record_id, state, language, spoken_language, engine, revision,
      requested_at, finished_at, summary)
    VALUES (${recordId}, 'ready', 'auto', 'en', 'fake', 1, now(), now(),
      ${JSON.stringify({ ...summary, lines: [{ text: summary.text, start: 1 }] })})`.execute(db);
  const ids: string[] = [];
  for (const segment of segments) ids.push(await insertSegment(db, recordId, segment));
  return ids;
}

async function insertSegment(db: Db, recordId: string, segment: TestSegment): Promise<string> {
  const { start = 1, end = start + 2, text = 'Hello everybody.', speaker = 'Ann' } = segment;
  const { participantId = newId(), externalUserId = null, language = 'en' } = segment;
  const words = text.split(' ').map((word) => ({ word, start, end }));
  const id = newId();
  await sql`
    INSERT INTO transcript_segments (id, record_id, start_seconds, end_seconds, text, speaker, participant_id,
      external_user_id, language, confidence, words)
    VALUES (${id}, ${recordId}, ${start}, ${end}, ${text}, ${speaker}, ${participantId}, ${externalUserId},
      ${language}, 0.9, ${JSON.stringify(words)})`.execute(db);
  return id;
}

/** The same for the recording of a server, with one segment. @returns its id */
export async function insertTranscriptOf(
  lectern: Lectern,
  recordId: string,
  participantId = newId(),
): Promise<{ segmentId: string }> {
  const { db, close } = await databaseOf(lectern);
  const [segmentId = ''] = await insertTranscript(db, recordId, [{ participantId }]);
  await close();
  return { segmentId };
}
