import type { SummaryPerson } from '../../../../contract/operations/reports.ts';
import { mapInTurns } from '../../platform/concurrency/turns.ts';
import type { Db } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import { attendanceBy } from '../people/attendance-rule.ts';
import { type ReportedCall, reportedCalls } from './store.ts';
import { type PersonOfCalls, peopleWithTimes } from './summary.store.ts';

type FinishedCall = { start: number; until: number; rule: AttendanceRule };

const attendanceIn = (
  { start, until, rule }: FinishedCall,
  online: number,
): SummaryPerson['calls'][string] => ({
  onlineDuration: Math.floor(online / 1000),
  ...attendanceBy({ online, length: until - start }, rule),
});

function presentSummary(
  { name, externalUserId, isErased, onlineByCall }: PersonOfCalls,
  calls: Map<string, FinishedCall>,
): SummaryPerson {
  const attended = Object.entries(onlineByCall).flatMap(([callId, online]) => {
    const call = calls.get(callId);
    return call ? [[callId, attendanceIn(call, online)] as const] : [];
  });
  return {
    name: isErased ? null : name,
    externalUserId: isErased ? null : externalUserId,
    isErased,
    calls: Object.fromEntries(attended),
  };
}

const finished = ({ startedAt, finishedAt, rule }: ReportedCall): FinishedCall => ({
  start: startedAt.getTime(),
  until: (finishedAt ?? startedAt).getTime(),
  rule,
});

/**
 * The people of several finished calls, each with their attendance by call. Calls whose people the retention deletes
 * are left out. Fields of `rule` replace those of the rooms.
 */
export async function peopleOfCalls(
  db: Db,
  { spaceId, callIds, rule }: { spaceId: string; callIds: string[]; rule: Partial<AttendanceRule> },
): Promise<SummaryPerson[]> {
  const known = (await reportedCalls(db, { spaceId, callIds })).filter(({ isPast }) => !isPast);
  const calls = new Map(
    known.map((call) => [call.id, finished({ ...call, rule: { ...call.rule, ...rule } })] as const),
  );
  const people = await peopleWithTimes(db, [...calls.keys()]);
  const summaries = await mapInTurns(people, (person) => presentSummary(person, calls));
  return summaries.sort((a, b) => {
    const [one, other] = [a.name ?? '', b.name ?? ''];
    return one === other ? 0 : one < other ? -1 : 1;
  });
}
