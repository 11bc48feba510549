import { countedAmong } from '../../../../../contract/attendance.ts';
import type { Db } from '../../../platform/db/db.ts';
import { absentFrom } from '../../people/absent.store.ts';
import { attendanceBy } from '../../people/attendance-rule.ts';
import { loadCall } from '../load.ts';
import { gatheringOfCall, reportedCall } from '../store.ts';

/** The figures of a finished call that the email states: those of its report without moderators (`countedAmong`). */
export interface CallTotals {
  roomName: string;
  startedAt: Date;
  finishedAt: Date;
  people: number;
  present: number;
  /** Names of the people who had a link that nobody used. */
  absent: string[];
}

/** @returns why there is nothing to send, where that is so */
export async function callTotalsOf(
  db: Db,
  place: { spaceId: string; callId: string },
): Promise<CallTotals | { droppedBecause: string }> {
  const reported = await reportedCall(db, place);
  const finishedAt = reported?.finishedAt;
  if (!reported || !finishedAt) return { droppedBecause: 'the call is gone' };
  if (reported.isPast) return { droppedBecause: 'the people of the call are deleted' };
  const { people, start, until } = await loadCall(db, reported, { at: finishedAt });
  const length = until - start;
  const absent = await absentFrom(db, gatheringOfCall(reported, finishedAt));
  const isPresent = (online: number) => attendanceBy({ online, length }, reported.rule).isPresent;
  const [first] = people;
  // The teacher tried the room, or waited for nobody in particular.
  if (absent.length === 0 && (!first || (people.length === 1 && first.newest.role === 'moderator')))
    return { droppedBecause: 'nobody but one moderator was in the call' };
  const isCounted = countedAmong([...people.map(({ newest }) => newest), ...absent]);
  const counted = people.filter(({ newest }) => isCounted(newest));
  return {
    roomName: reported.roomName,
    startedAt: reported.startedAt,
    finishedAt,
    people: counted.length,
    present: counted.filter(({ times }) => isPresent(times.milliseconds.online)).length,
    absent: absent.filter(isCounted).map(({ name }) => name),
  };
}
