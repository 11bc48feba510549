import type { TestPlayback } from '../../../../testing/playbacks.ts';
import { insertSession, insertTestVideo, type SessionTimes } from '../../../../testing/webinars/watchable.ts';
import type { Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/ids.ts';

export interface TestSession {
  id: string;
  channelId: string;
}

export interface TestSessionSettings extends SessionTimes {
  /** The length of the video in seconds. */
  seconds?: number;
  /** The recording that it plays. */
  recordId?: string;
}

/** Inserts a session at a time of the past or future, which the API cannot do. */
export async function addSession(
  db: Db,
  { spaceId, playback }: TestPlayback,
  { seconds = 600, recordId, ...times }: TestSessionSettings,
): Promise<TestSession> {
  const video = await insertTestVideo(db, spaceId, seconds);
  if (recordId !== undefined) {
    // A recording has one video at a time.
    await db
      .updateTable('videos')
      .set({ deleted_at: new Date() })
      .where('record_id', '=', recordId)
      .execute();
    await db.updateTable('videos').set({ record_id: recordId }).where('id', '=', video.id).execute();
  }
  const { id } = await insertSession(db, { playbackId: playback.id, video }, times);
  const { chat_channel_id: channelId } = await db
    .selectFrom('playback_sessions')
    .select('chat_channel_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, channelId };
}

/** Inserts a viewing, also of a session that does not run. */
export async function openInTable(
  db: Db,
  viewing: {
    sessionId: string;
    participantId: string;
    kind?: 'live' | 'permanent';
    position?: number;
    /** In seconds. */
    openedAgo?: number;
  },
): Promise<string> {
  const { sessionId, participantId, kind = 'live', position = 0, openedAgo = 0 } = viewing;
  const [id, at] = [newId(), new Date(Date.now() - openedAgo * 1000)];
  await db
    .insertInto('viewings')
    .values({
      ...{ id, session_id: sessionId, participant_id: participantId, kind, position },
      ...{ opened_at: at, seen_at: at },
    })
    .execute();
  return id;
}
