import type { Answer } from '../../../../contract/routes.ts';
import type { TestGroup } from '../../../testing/group.ts';
import type { Db } from '../../platform/db/db.ts';

type Call = Answer<'getActiveCall'>;

/** Lists the room's finished calls of today, and of yesterday for a test around midnight. */
export async function finishedCalls({ owner, spaceId, room }: TestGroup): Promise<Call[]> {
  const days = [0, 3_600_000].map((ago) => new Date(Date.now() - ago).toISOString());
  const distinct = days.filter((day, index) => index === 0 || day.slice(0, 10) !== days[0]?.slice(0, 10));
  const lists = await Promise.all(
    distinct.map((date) => owner.analyticsCalls({ spaceId, query: { roomId: room.id, date, order: 'asc' } })),
  );
  return lists.reverse().flatMap(({ items }) => items);
}

export const visitsIn = (db: Db, participantId: string) =>
  db
    .selectFrom('visits')
    .selectAll()
    .where('participant_id', '=', participantId)
    .orderBy('entered_at')
    .execute();

export const intervalsIn = (db: Db, participantId: string) =>
  db
    .selectFrom('media_intervals as m')
    .innerJoin('visits as v', 'v.id', 'm.visit_id')
    .selectAll('m')
    .where('v.participant_id', '=', participantId)
    .orderBy('m.started_at')
    .execute();

export const activityIn = (db: Db, participantId: string) =>
  db
    .selectFrom('activity_intervals as a')
    .innerJoin('visits as v', 'v.id', 'a.visit_id')
    .select(['a.id', 'a.visit_id', 'a.kind', 'a.started_at', 'a.ended_at'])
    .where('v.participant_id', '=', participantId)
    .orderBy('a.id')
    .execute();
