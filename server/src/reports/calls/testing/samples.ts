import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { makeLargeReport, makeReportRow } from '../../../../testing/reports/make-report.ts';
import type { ReportMessage } from '../../formats/sheets.ts';

/** A report with people, an erased person who is still in the call, and absent people. */
export const makeRichReport = (): AttendanceReport => {
  const report = makeLargeReport(120);
  report.totals.absent = [
    { name: 'Zoë', role: 'user', externalUserId: 'z-1' },
    { name: '=absent', role: 'user', externalUserId: null },
  ];
  report.participants.push(
    makeReportRow(1000, {
      name: null,
      isErased: true,
      lastExitAt: null,
      share: 1,
      onlineDuration: 100 * 3600,
    }),
  );
  return report;
};
export const sampleMessages: ReportMessage[] = [
  {
    sentAt: '2026-03-02T09:10:00.500Z',
    participantId: 'a1',
    name: 'Ann',
    externalUserId: 'e1',
    text: '=1+1',
  },
  {
    sentAt: '2026-03-02T09:11:00.000Z',
    participantId: null,
    name: null,
    externalUserId: null,
    text: 'two\nlines',
  },
];

/** Messages of one person with these texts. */
export const messagesWith = (texts: string[]): ReportMessage[] =>
  texts.map((text) => ({
    ...{ sentAt: '2026-03-02T09:00:00.000Z', participantId: 'a1', name: text, externalUserId: text },
    text,
  }));

/** Texts that spreadsheets, XML or their readers may take for something else. */
export const oddTexts = [
  ...['=1+1', '@x', '+79123456789', '-5', '-', '\t=1+1', '\r=1+1', '=HYPERLINK("http://x.example")', "'=1"],
  ...[
    'שרה כהן',
    'محمد بن سلمان',
    '👩‍🏫 Zoë 🇩🇪',
    'أحمد Ann 12',
    'a & b < c > d "e"',
    ']]>',
    '<script>',
    ' blank ',
  ],
  ...['two\nlines', 'two\r\nlines', '', '1e5', '007', 'TRUE', '2026-03-02', '#N/A', '&#13;', '&amp;'],
];
