import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';

/** A voice of a recording. Its file contains its name, other bytes, or is a copy. */
export interface TestVoice {
  participantId?: string;
  externalUserId?: string | null;
  name: string;
  offset?: number;
  duration?: number;
  content?: string;
  /** Path of a sound file. */
  file?: string;
}

interface SpokenRecord {
  spaceId: string;
  roomId: string;
  /** The folder of the storage. */
  filesFolder: string;
  voices: TestVoice[];
  /** The length of the recording, which bounds the times of the transcript. */
  seconds?: number;
}

/** Inserts a finished recording and stores the files of its voices. @returns its id */
export async function insertSpokenRecord(
  db: Db,
  { spaceId, roomId, filesFolder, voices, seconds = 7200 }: SpokenRecord,
): Promise<string> {
  const recordId = newId();
  await sql`
    INSERT INTO records (id, space_id, room_id, call_id, name, layout, state, max_seconds, created_at, started_at,
      finished_at, duration, files)
    VALUES (${recordId}, ${spaceId}, ${roomId}, ${newId()}, 'Lesson', 'speaker', 'finished', 3600, now(), now(),
      now(), ${seconds}, ${JSON.stringify({ video: 'none' })})`.execute(db);
  for (const [index, voice] of voices.entries()) {
    const { name, participantId = newId(), externalUserId = null, offset = 0, duration = 60 } = voice;
    const key = `records/${spaceId}/${recordId}/voice-${index + 1}.ogg`;
    const path = join(filesFolder, key);
    mkdirSync(dirname(path), { recursive: true });
    if (voice.file === undefined) writeFileSync(path, voice.content ?? name);
    else copyFileSync(voice.file, path);
    await sql`
      INSERT INTO record_voices
        (record_id, number, participant_id, external_user_id, name, offset_seconds, duration, bytes, key)
      VALUES (${recordId}, ${index + 1}, ${participantId}, ${externalUserId}, ${name}, ${offset}, ${duration}, 9,
        ${key})`.execute(db);
  }
  return recordId;
}
