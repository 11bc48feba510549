import type { Language } from '../../../../contract/languages.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, inSnapshot } from '../../platform/db/db.ts';
import type { AttendanceRule } from '../../platform/db/json-columns.ts';
import type { MessageOfCall } from '../chat/chat.store.ts';
import { authorsBy } from '../chat/chat.ts';
import { type Column, type CommonRow, columnsWith, writtenHeadings } from '../formats/columns.ts';
import { type CsvForm, csvOf } from '../formats/csv.ts';
import type { FileTitle, ReportFormat } from '../formats/format.ts';
import { jsonInPieces, type RowWithIntervals } from '../formats/json.ts';
import { sheetIn } from '../formats/language.ts';
import {
  chatSheet,
  columnsForReaders,
  columnsInOneTable,
  type Fact,
  pollsSheet,
  type ReportMessage,
  summarySheet,
} from '../formats/sheets.ts';
import { type Sheet, sheetOf, writeWorkbook } from '../formats/workbook.ts';
import { LocalClock } from '../formats/zone.ts';
import type { Gathering } from '../people/gathering.store.ts';

/** When and for whom a report is read. */
export interface ReportReading {
  generatedAt: Date;
  /** The account that sees the contacts. */
  viewerId: string | undefined;
  /** These fields replace those of the room's rule. */
  rule: Partial<AttendanceRule>;
}

/** Which report to write, and how. It is passed to worker threads, so it is plain data. */
export interface ReportOrder<Reported> extends ReportReading, CsvForm {
  reported: Reported;
  format: ReportFormat;
}

/** A report before it is written in a format. */
interface Table<Row> {
  participants: (Row & RowWithIntervals)[];
}

/** A report with what its workbook has beside it. */
export interface BuiltReport<Report> {
  report: Report;
  /** The key of the person behind each participant. */
  personKeys: Map<string, string>;
  /** For a workbook only. */
  messages: MessageOfCall[];
}

/** The contents of the files of one kind of reports. */
export interface ReportContent<Row extends CommonRow, Report extends Table<Row>> {
  /** The columns of a person between the times and the polls. */
  figures: Column<Row>[];
  factsOf: (report: Report, zone: string) => Fact[];
  /** The sheets between those of the people and of the chat. */
  sheetsOf: (report: Report, zone: string) => Sheet[];
}

/** The reports of calls, or those of sessions of automatic webinars. */
export interface ReportKind<Reported, Row extends CommonRow, Report extends Table<Row>>
  extends ReportContent<Row, Report> {
  name: 'call' | 'session';
  titleOf: (reported: Reported) => FileTitle;
  attendedBy: (reported: Reported) => Pick<Gathering, 'attended'>;
  /** Reads and builds a report in a transaction that sees one moment. */
  read: (trx: Db, order: ReportOrder<Reported>) => Promise<BuiltReport<Report>>;
  /** The same for a report with few visits, without a transaction. */
  readSmall?: (db: Db, order: ReportOrder<Reported>) => Promise<BuiltReport<Report>>;
}

/**
 * A report as an XLSX file. Times are local to the zone.
 * @throws RangeError if the zone is unknown
 */
export async function workbookOfReport<Row extends CommonRow, Report extends Table<Row>>(
  content: ReportContent<Row, Report>,
  report: Report,
  {
    zone,
    messages,
    language = 'en',
  }: { zone: string; messages: ReportMessage[]; language?: Language | undefined },
): Promise<Buffer> {
  const columns = columnsForReaders<Row>(report, zone, content.figures);
  const reader = { language, zone };
  const participants = sheetOf<Row>('Participants', columns.participants, report.participants);
  const others = [
    ...content.sheetsOf(report, zone),
    chatSheet(messages, zone),
    pollsSheet(report),
    sheetOf<Row>('Technical', columns.technical, report.participants),
  ];
  const sheets = [
    sheetIn(summarySheet(content.factsOf(report, zone), zone), reader),
    sheetIn(participants, { ...reader, titles: writtenHeadings(columns.participants) }),
    ...others.map((sheet) => sheetIn(sheet, reader)),
  ];
  return writeWorkbook(sheets, new LocalClock(zone));
}

/** The people of a report as CSV. */
export function csvOfReport<Row extends CommonRow, Report extends Table<Row>>(
  { figures }: Pick<ReportContent<Row, Report>, 'figures'>,
  report: Report,
  form: CsvForm,
): Promise<Buffer> {
  const columnsOf = form.language === undefined ? columnsWith : columnsInOneTable;
  return csvOf<Row>(columnsOf<Row>(report, form.zone, figures), report.participants, form);
}

/** The messages with the people of the report who sent them, without deleted ones. */
function presentMessages<Row extends CommonRow>({
  messages,
  personKeys,
  report,
}: BuiltReport<Table<Row>>): ReportMessage[] {
  const authorOf = authorsBy(personKeys, report.participants);
  return messages
    .filter(({ isDeleted }) => !isDeleted)
    .map((message) => ({ ...authorOf(message), sentAt: timestamp(message.sentAt), text: message.text }));
}

/** Writes the reports of a kind. */
export interface ReportWriter<Reported>
  extends Pick<ReportKind<Reported, never, never>, 'name' | 'titleOf' | 'attendedBy'> {
  /**
   * Reads and builds a report of one moment, and writes it piece by piece: an erasure is visible in all of it, with
   * its revision, or in nothing.
   */
  write: (
    db: Db,
    order: ReportOrder<Reported>,
    options?: { isSmall: boolean },
  ) => AsyncGenerator<string | Buffer>;
}

export const writerOf = <Reported, Row extends CommonRow, Report extends Table<Row>>(
  kind: ReportKind<Reported, Row, Report>,
): ReportWriter<Reported> => ({
  ...{ name: kind.name, titleOf: kind.titleOf, attendedBy: kind.attendedBy },
  async *write(db, order, { isSmall } = { isSmall: false }) {
    const { format, zone, language } = order;
    const built =
      isSmall && kind.readSmall
        ? await kind.readSmall(db, order)
        : await inSnapshot(db, (trx) => kind.read(trx, order));
    const { report } = built;
    if (format === 'json') yield* jsonInPieces(report);
    else if (format === 'csv') yield await csvOfReport(kind, report, order);
    else {
      const messages = presentMessages<Row>(built);
      yield await workbookOfReport(kind, report, { zone, messages, language });
    }
  },
});
