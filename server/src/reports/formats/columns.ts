import type { ReportRow } from '../../../../contract/operations/reports.ts';

/**
 * The kind of a value. `duration` is in seconds, `date` in milliseconds since 1970, `percent` a share from 0 to 1,
 * `flag` true or false.
 */
export type CellKind = 'text' | 'number' | 'duration' | 'date' | 'percent' | 'flag';
export type CellValue = string | number | boolean | null;

export interface Column<Row> {
  /** The name in the JSON report, which is also the name in CSV. */
  name: string;
  /** The heading in XLSX. */
  header: string;
  /** A function where the rows of one column differ. */
  kind: CellKind | ((row: Row) => CellKind);
  value: (row: Row) => CellValue;
}

export const millisecondsOfIso = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** Fields that only people of a call have. */
type OfCall =
  | 'activeMicrophoneDuration'
  | 'activeCameraDuration'
  | 'screenSharingDuration'
  | 'speakingDuration'
  | 'reactionsCount'
  | 'handRaisesCount';

/** The fields that the reports of calls and of sessions have in common. */
export type CommonRow = Omit<ReportRow, 'intervals' | OfCall | 'firstEntryAt'> & {
  firstEntryAt: string | null;
};

/** The fields of a row whose values are cells. */
type PlainKey<Row> = {
  [Key in keyof Row]: Row[Key] extends CellValue ? Key : never;
}[keyof Row] &
  string;

/** A column whose value is the field of the row as it is. */
export const plainColumn = <Row>(
  name: PlainKey<Row>,
  header: string,
  kind: CellKind = 'text',
): Column<Row> => ({
  name,
  header,
  kind,
  value: (row) => row[name] as CellValue,
});
const plain = plainColumn<CommonRow>;

const time = (name: 'firstEntryAt' | 'lastExitAt', header: string, zone: string): Column<CommonRow> => ({
  name,
  header: `${header} (${zone})`,
  kind: 'date',
  value: (row) => millisecondsOfIso(row[name]),
});

const details = [
  plain('participantId', 'Participant ID'),
  plain('name', 'Name'),
  plain('role', 'Role'),
  plain('externalUserId', 'External user ID'),
  plain('externalMeetingId', 'External meeting ID'),
  plain('userId', 'User ID'),
  plain('email', 'Email'),
  plain('phone', 'Phone'),
];

const timesIn = (zone: string) => [
  time('firstEntryAt', 'First entry', zone),
  time('lastExitAt', 'Last exit', zone),
];

const online = [
  plain('visits', 'Visits', 'number'),
  plain('onlineDuration', 'Online', 'duration'),
  plain('onlineDurationWithActiveTab', 'Online with active tab', 'duration'),
];
const chatMessages = plain('chatMessagesCount', 'Chat messages', 'number');
const pollAnswers = plain('pollAnswersCount', 'Poll answers', 'number');

/** The figures that all tables of people have. */
export const commonFigures = { online, chatMessages, pollAnswers };

const polls: Column<CommonRow> = {
  name: 'polls',
  header: 'Polls',
  kind: 'text',
  value: (row) => row.polls.map(({ question, answer }) => `${question} – ${answer}`).join('\n') || null,
};

const devices = [
  plain('deviceType', 'Device'),
  plain('platform', 'Platform'),
  plain('platformVersion', 'Platform version'),
  plain('browser', 'Browser'),
  plain('browserVersion', 'Browser version'),
  plain('referer', 'Referer'),
  plain('utmSource', 'UTM source'),
  plain('utmMedium', 'UTM medium'),
  plain('utmCampaign', 'UTM campaign'),
  plain('utmContent', 'UTM content'),
  plain('utmTerm', 'UTM term'),
  plain('ip', 'IP address'),
];

const attendance = [
  plain('share', 'Share of the call', 'percent'),
  plain('isPresent', 'Present', 'flag'),
  plain('presenceReason', 'Reason'),
  plain('isErased', 'Erased', 'flag'),
];

/** Custom fields that get a column each. Every entry form may have others, and a table has to stay readable. */
export const MOST_FIELDS = 200;

interface Table<Row extends CommonRow> {
  participants: Row[];
}

/** The headings that people wrote: those of custom fields, whose columns have them as their names, too. */
export const writtenHeadings = <Row>(columns: Column<Row>[]): Set<string> =>
  new Set(columns.filter(({ name, header }) => name === header).map(({ header }) => header));

function titlesOf({ participants }: Table<CommonRow>): string[] {
  const titles = new Set<string>();
  for (const { fields } of participants) for (const title of Object.keys(fields)) titles.add(title);
  return [...titles];
}

function fieldColumns(report: Table<CommonRow>, taken: ReadonlySet<string>): Column<CommonRow>[] {
  const titles = titlesOf(report);
  const own = titles.slice(0, MOST_FIELDS);
  const columns = own.map((title): Column<CommonRow> => {
    // A program that reads the table by names must not take the field for a column of ours.
    const name = taken.has(title) ? `${title} (field)` : title;
    return {
      name,
      header: name,
      kind: 'text',
      value: ({ fields }) => (Object.hasOwn(fields, title) ? (fields[title] ?? null) : null),
    };
  });
  if (titles.length <= MOST_FIELDS) return columns;
  const shown = new Set(own);
  const others = ({ fields }: CommonRow) => Object.entries(fields).filter(([title]) => !shown.has(title));
  const value = (row: CommonRow) =>
    others(row)
      .map((field) => field.join(': '))
      .join('\n') || null;
  return [...columns, { name: 'otherFields', header: 'Other fields', kind: 'text', value }];
}

/** The columns of people as programs read them; `figures` are those of this kind of report. */
export function columnsWith<Row extends CommonRow>(
  report: Table<Row>,
  zone: string,
  figures: Column<Row>[],
): Column<Row>[] {
  const rest = [...timesIn(zone), ...figures, polls, ...devices, ...attendance];
  const fixed = [...details, ...rest];
  const taken = new Set([
    ...fixed.flatMap(({ name, header }) => [name, header]),
    'otherFields',
    'Other fields',
  ]);
  return [...details, ...fieldColumns(report, taken), ...rest];
}
