import type { AttendanceReport } from '../../../../contract/operations/reports.ts';
import type { CallMessage } from '../../../../contract/operations/reports-chat.ts';
import {
  type CellKind,
  type CellValue,
  type Column,
  type CommonRow,
  columnsWith,
  millisecondsOfIso,
} from './columns.ts';
import { type Sheet, sheetOf } from './workbook.ts';

/** A message of the chat. */
export type ReportMessage = Pick<
  CallMessage,
  'sentAt' | 'participantId' | 'name' | 'externalUserId' | 'text'
>;

export type Fact = [label: string, value: CellValue, kind?: CellKind];

type Named = Pick<CommonRow, 'name' | 'externalUserId'> & { participantId: string | null };

/** The columns that name the person of a row. */
export const personColumns = <Row>(of: (row: Row) => Named): Column<Row>[] => [
  { name: 'name', header: 'Name', kind: 'text', value: (row) => of(row).name },
  {
    name: 'externalUserId',
    header: 'External user ID',
    kind: 'text',
    value: (row) => of(row).externalUserId,
  },
  { name: 'participantId', header: 'Participant ID', kind: 'text', value: (row) => of(row).participantId },
];

/** The columns that readers look for first, in this order. */
const firstColumns = [
  ...['name', 'isPresent', 'share', 'watchedDuration', 'watchedShare', 'onlineDuration'],
  ...['firstEntryAt', 'lastExitAt', 'role', 'email', 'phone', 'externalUserId'],
];

/** Columns for those who look for the cause of a problem, or who join tables by ids. */
const technicalColumns = new Set([
  // The sentence is English in every language.
  ...['externalMeetingId', 'userId', 'isErased', 'presenceReason'],
  ...['deviceType', 'platform', 'platformVersion', 'browser', 'browserVersion', 'ip'],
  ...['referer', 'utmSource', 'utmMedium', 'utmCampaign', 'utmContent', 'utmTerm'],
]);

const placeOf = ({ name }: { name: string }): number => {
  const place = firstColumns.indexOf(name);
  return place < 0 ? firstColumns.length : place;
};

/** The role as the pages name it: `user` is a word of the API. */
const roleInWords = <Row extends CommonRow>(column: Column<Row>): Column<Row> =>
  column.name === 'role'
    ? { ...column, value: ({ role }) => (role === 'moderator' ? 'Moderator' : 'Participant') }
    : column;

/** The columns of the two tables of people in a workbook. CSV has all of them in one table, for programs. */
export function columnsForReaders<Row extends CommonRow>(
  report: { participants: Row[] },
  zone: string,
  figures: Column<Row>[],
): { participants: Column<Row>[]; technical: Column<Row>[] } {
  const all = columnsWith<Row>(report, zone, figures).map(roleInWords);
  return {
    // The id joins the tables. It is last here: nobody reads it.
    participants: [
      ...all
        .filter(({ name }) => name !== 'participantId' && !technicalColumns.has(name))
        .sort((a, b) => placeOf(a) - placeOf(b)),
      ...all.filter(({ name }) => name === 'participantId'),
    ],
    technical: [...personColumns<Row>((row) => row), ...all.filter(({ name }) => technicalColumns.has(name))],
  };
}

/** The same columns in one table. */
export function columnsInOneTable<Row extends CommonRow>(
  ...asked: Parameters<typeof columnsForReaders<Row>>
): Column<Row>[] {
  const { participants, technical } = columnsForReaders<Row>(...asked);
  return [...participants, ...technical.filter(({ name }) => technicalColumns.has(name))];
}

/** The statements of a report about itself, and the rule by which people count as present. */
export const factsOfReport = (
  {
    isFinal,
    revision,
    generatedAt,
    rule,
  }: Pick<AttendanceReport, 'isFinal' | 'revision' | 'generatedAt' | 'rule'>,
  zone: string,
  whole: 'call' | 'session',
): Fact[] => [
  ['Final', isFinal, 'flag'],
  ['Revision', revision, 'number'],
  [`Generated (${zone})`, millisecondsOfIso(generatedAt), 'date'],
  [`Present from this share of the ${whole}`, rule.minShare, 'percent'],
  ['Present from this time online', rule.minSeconds, 'duration'],
];

/** The facts that stand at the end of a summary: people with a link that nobody used. */
export const absentFacts = (absent: AttendanceReport['totals']['absent']): Fact[] => [
  ['Absent', absent.length, 'number'],
  ...absent.map(
    ({ name, externalUserId }): Fact => [
      'Absent: link was not used',
      externalUserId === null ? name : `${name} (${externalUserId})`,
    ],
  ),
];

export function summarySheet(facts: Fact[], zone: string): Sheet {
  const columns: Column<Fact>[] = [
    { name: 'fact', header: 'Report', kind: 'text', value: ([label]) => label },
    {
      name: 'value',
      header: `Times (${zone})`,
      kind: ([, , kind]) => kind ?? 'text',
      value: ([, value]) => value,
    },
  ];
  return { ...sheetOf('Summary', columns, facts), widths: [38, 40] };
}

export function chatSheet(messages: ReportMessage[], zone: string): Sheet {
  const columns: Column<ReportMessage>[] = [
    { name: 'sentAt', header: `Sent (${zone})`, kind: 'date', value: ({ sentAt }) => Date.parse(sentAt) },
    ...personColumns<ReportMessage>((message) => message),
    { name: 'text', header: 'Message', kind: 'text', value: ({ text }) => text },
  ];
  return sheetOf('Chat', columns, messages);
}

export function pollsSheet({ participants }: { participants: CommonRow[] }): Sheet {
  const answers = participants.flatMap((row) => row.polls.map((poll) => ({ row, poll })));
  type Answered = (typeof answers)[number];
  const columns: Column<Answered>[] = [
    { name: 'question', header: 'Question', kind: 'text', value: ({ poll }) => poll.question },
    { name: 'answer', header: 'Answer', kind: 'text', value: ({ poll }) => poll.answer },
    ...personColumns<Answered>(({ row }) => row),
  ];
  return sheetOf('Polls', columns, answers);
}
