import type { Answer, Query } from '../../../../contract/routes.ts';
import { activeCallOf } from '../../calls/calls.ts';
import { now, timestamp } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { absentFrom } from '../people/absent.store.ts';
import { loadCall } from './load.ts';
import { presentActivePerson } from './present.ts';
import { gatheringOfCall, reportedCall } from './store.ts';

/** A page shows no longer list; the count covers everybody. */
const mostAbsent = 1000;

/**
 * Lists the people who have been in the running call of a room so far (docs/decisions/0047).
 * @throws Refusal call_not_active if no call runs
 */
export async function listActiveCallPeople(
  db: Db,
  { spaceId, roomId }: { spaceId: string; roomId: string },
  { limit = 1000, offset = 0, order = 'desc' }: Query<'listActiveCallPeople'>,
): Promise<Answer<'listActiveCallPeople'>> {
  const active = (await activeCallOf(db, roomId)) ?? refuse('call_not_active');
  const call = await reportedCall(db, { spaceId, callId: active.id });
  if (!call || call.finishedAt) return refuse('call_not_active');
  const at = now();
  const { people } = await loadCall(db, call, { at });
  if (order === 'desc') people.reverse();
  const absent = await absentFrom(db, gatheringOfCall(call, at));
  return {
    callId: call.id,
    startedAt: timestamp(call.startedAt),
    generatedAt: timestamp(at),
    items: people.slice(offset, offset + limit).map(presentActivePerson),
    total: people.length,
    onlineCount: people.filter(({ isOnline }) => isOnline).length,
    absent: absent.slice(0, mostAbsent),
    absentCount: absent.length,
  };
}
