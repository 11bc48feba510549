import type { SummaryPerson } from '../../../../contract/operations/reports.ts';
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import { attendanceBy } from '../people/attendance-rule.ts';
import { joinByContact } from '../people/contacts.ts';
import { reportedCalls } from './store.ts';
import { contactsOfCalls, peopleWithTimes } from './summary.store.ts';

/**
 * The people of several finished calls, each with their attendance by call. Calls whose people the retention deletes
 * are left out. Fields of `rule` replace those of the rooms.
 */
export async function peopleOfCalls(
  db: Db,
  { spaceId, callIds, rule }: { spaceId: string; callIds: string[]; rule: Partial<AttendanceRule> },
): Promise<SummaryPerson[]> {
  const known = (await reportedCalls(db, { spaceId, callIds })).filter(({ isPast }) => !isPast);
  const calls = new Map(known.map((call) => [call.id, { ...call, rule: { ...call.rule, ...rule } }]));
  const attendanceIn = ([callId, online]: [string, number]) => {
    const call = calls.get(callId);
    if (!call) return [];
    const length = (call.finishedAt ?? call.startedAt).getTime() - call.startedAt.getTime();
    const attendance = attendanceBy({ online, length }, call.rule);
    return [[callId, { onlineDuration: Math.floor(online / 1000), ...attendance }] as const];
  };
  const ids = [...calls.keys()];
  const joined = joinByContact(await contactsOfCalls(db, ids));
  const people = await peopleWithTimes(db, { callIds: ids, joined });
  const summaries = await mapInTurns(people, ({ name, role, externalUserId, isErased, onlineByCall }) => ({
    ...{ name: isErased ? null : name, role, externalUserId: isErased ? null : externalUserId, isErased },
    calls: Object.fromEntries(Object.entries(onlineByCall).flatMap(attendanceIn)),
  }));
  return summaries.sort((a, b) => {
    const [one, other] = [a.name ?? '', b.name ?? ''];
    return one === other ? 0 : one < other ? -1 : 1;
  });
}
