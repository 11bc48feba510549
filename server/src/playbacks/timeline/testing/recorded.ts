import type { TestGroup } from '../../../../testing/group.ts';
import type { Db } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/ids.ts';

/** Inserts a finished recording of the group's room, made at a time of the past. @returns its id */
export async function insertRecordOf(
  db: Db,
  { spaceId, room }: Pick<TestGroup, 'spaceId' | 'room'>,
  { startedAt, seconds }: { startedAt: Date; seconds: number },
): Promise<string> {
  const [id, callId] = [newId(), newId()];
  const finishedAt = new Date(startedAt.getTime() + seconds * 1000);
  const of = { space_id: spaceId, room_id: room.id };
  await db
    .insertInto('calls')
    .values({
      ...{ id: callId, ...of, plan_alias: 'business', room_type: 'lesson' },
      ...{ started_at: startedAt, finished_at: finishedAt },
    })
    .execute();
  await db
    .insertInto('records')
    .values({
      ...{ id, ...of, call_id: callId, name: 'Of the test', layout: 'speaker', max_seconds: 600 },
      ...{ state: 'finished', created_at: startedAt, started_at: startedAt, finished_at: finishedAt },
      ...{ duration: seconds, files: JSON.stringify({ video: `records/${id}/video.mp4` }) },
    })
    .execute();
  return id;
}
