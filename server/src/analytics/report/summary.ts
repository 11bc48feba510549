import type { SummaryPerson } from '../../../../contract/operations/analytics.ts';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { loadCall } from './load.ts';
import type { PresenceRule } from './model.ts';
import { presenceOf } from './people.ts';
import { detailsOf, peopleOfCall } from './report.ts';
import { reportedCalls } from './store.ts';

/**
 * The people of several finished calls, each with their attendance by call. Calls whose people the retention deletes
 * are left out. Fields of `rule` replace those of the rooms.
 */
export async function peopleOfCalls(
  db: Db,
  { spaceId, callIds, rule }: { spaceId: string; callIds: string[]; rule: Partial<PresenceRule> },
): Promise<SummaryPerson[]> {
  const reported = await reportedCalls(db, { spaceId, callIds });
  const people = new Map<string, SummaryPerson>();
  // The newest call comes last: its name of a person stands.
  const inOrder = reported.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
  for (const call of inOrder.filter(({ isPast }) => !isPast)) {
    const input = await loadCall(db, call, { at: now() });
    for (const person of await peopleOfCall(input)) {
      const { times } = person;
      const { name, externalUserId, isErased } = detailsOf(person);
      const { isPresent } = presenceOf(times, input, { ...call.rule, ...rule });
      const attendance = { onlineDuration: times.durations.online, share: times.share, isPresent };
      const calls = { ...people.get(times.personKey)?.calls, [call.id]: attendance };
      people.set(times.personKey, { name, externalUserId, isErased, calls });
    }
  }
  return [...people.values()].sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
}
