import type { BbbGroup } from '../../src/bbb/testing/bbb-client.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { insertRecordOf } from '../../src/playbacks/timeline/testing/recorded.ts';
import { waitUntil } from '../wait.ts';

/** The room of a meeting. */
export async function roomOfMeeting(db: Db, { spaceId }: BbbGroup, internalId: string): Promise<string> {
  const { room_id: roomId } = await db
    .selectFrom('bbb_meetings')
    .select('room_id')
    .where('internal_id', '=', internalId)
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return roomId;
}

/** Inserts a recording of 90 seconds into a live meeting. It is ready after the end of the meeting. */
export async function recordMeeting(db: Db, group: BbbGroup, internalId: string): Promise<void> {
  const room = { ...group.room, id: await roomOfMeeting(db, group, internalId) };
  await insertRecordOf(db, { spaceId: group.spaceId, room }, { startedAt: new Date(), seconds: 90 });
}

/** Waits until a recording is published. @returns the response about it */
export async function publishedRecording({ bbb }: BbbGroup, recordID: string): Promise<string> {
  const read = () => bbb.call('getRecordings', { recordID });
  await waitUntil(async () => (await read()).field('state') === 'published', {
    timeout: 20_000,
    message: 'the recording to be published',
  });
  return (await read()).text;
}
