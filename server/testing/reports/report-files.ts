import type { AttendanceReport } from '../../../contract/operations/analytics.ts';
import type { ReportTable } from '../../src/analytics/report/report.ts';
import { type ReportExtras, toXlsx } from '../../src/analytics/report/xlsx.ts';

/** The writers of reports, for the bench, which imports nothing of the server itself. */
export { toCsv } from '../../src/analytics/report/csv.ts';
export { toXlsx } from '../../src/analytics/report/xlsx.ts';

type Shown =
  AttendanceReport['participants'][number]['intervals'][keyof AttendanceReport['participants'][number]['intervals']];

const numbersOf = (intervals: Shown) =>
  intervals.map(({ startedAt, endedAt }) => ({ start: Date.parse(startedAt), end: Date.parse(endedAt) }));

/** The report as the server has it before it writes a file. */
export const tableOf = ({ participants, ...report }: AttendanceReport): ReportTable => ({
  ...report,
  participants: participants.map(({ intervals, ...row }) => ({
    ...row,
    intervals: {
      online: numbersOf(intervals.online),
      tab: numbersOf(intervals.tab),
      microphone: numbersOf(intervals.microphone),
      camera: numbersOf(intervals.camera),
      screen: numbersOf(intervals.screen),
      speaking: numbersOf(intervals.speaking),
    },
  })),
});

/** Writes a report in the form in which it is shown. */
export const shownToXlsx = (report: AttendanceReport, zone: string, extras?: ReportExtras): Promise<Buffer> =>
  toXlsx(tableOf(report), zone, extras);
