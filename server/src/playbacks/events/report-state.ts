import { after, seconds } from '../../platform/clock.ts';
import { lastReportsMs } from '../watching/intervals.ts';

export const timings = { lastReportsMs };

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
export const isReportFinal = ({ finishedAt }: SessionTimes, at: Date): boolean =>
  finishedAt !== null && after(timings.lastReportsMs, finishedAt) <= at;

interface KeptSession extends SessionTimes {
  isPermanent: boolean;
  /** How many of its people the retention deleted. */
  erasedPeople: number;
}

/** Whether a session ended before the period for which the installation keeps people, or before an earlier one. */
export function isReportExpired(session: KeptSession, at: Date, keptDays: number | undefined): boolean {
  if (session.erasedPeople > 0 && !session.isPermanent) return true;
  const end = endOfSession(session);
  return keptDays !== undefined && end !== undefined && after(seconds(keptDays * 86_400), end) <= at;
}
