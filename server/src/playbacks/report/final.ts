import { after } from '../../platform/clock.ts';
import { lastReportsMs } from '../watching/intervals.ts';

export const waits = { lastReportsMs };

interface SessionTimes {
  endDate: Date | null;
  finishedAt: Date | null;
}

/** When a session ended or will end; undefined if nobody knows. */
export function endOfSession({ endDate, finishedAt }: SessionTimes): Date | undefined {
  if (endDate && finishedAt) return endDate < finishedAt ? endDate : finishedAt;
  return endDate ?? finishedAt ?? undefined;
}

/** Whether the report of a session does not change any more, except by an erasure. */
export function isReportFinal(session: SessionTimes, at: Date): boolean {
  const end = endOfSession(session);
  return end !== undefined && after(waits.lastReportsMs, end) <= at;
}
