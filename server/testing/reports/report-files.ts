import type { Language } from '../../../contract/languages.ts';
import type { AttendanceReport } from '../../../contract/operations/reports.ts';
import { csvOfReport, workbookOfReport } from '../../src/reports/builds/kind.ts';
import { callReports } from '../../src/reports/calls/file.ts';
import type { ReportTable, RowHead } from '../../src/reports/calls/report.ts';
import type { CsvForm } from '../../src/reports/formats/csv.ts';
import { columnsForReaders, type ReportMessage } from '../../src/reports/formats/sheets.ts';

/** The report of a call as CSV. */
export const toCsv = (report: ReportTable, form: CsvForm): Promise<Buffer> =>
  csvOfReport<RowHead, ReportTable>(callReports, report, form);

interface Beside {
  messages: ReportMessage[];
  language?: Language;
}

/** The report of a call as XLSX. */
export const toXlsx = (
  report: ReportTable,
  zone: string,
  beside: Beside = { messages: [] },
): Promise<Buffer> => workbookOfReport<RowHead, ReportTable>(callReports, report, { zone, ...beside });

/** The columns of the sheets Participants and Technical of a call. */
export const workbookColumns = (report: AttendanceReport, zone: string) =>
  columnsForReaders<RowHead>(report, zone, callReports.figures);

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
export const shownToXlsx = (report: AttendanceReport, zone: string, beside?: Beside): Promise<Buffer> =>
  toXlsx(tableOf(report), zone, beside);
