import {
  authorsBy,
  type CsvForm,
  csvOf,
  jsonInPieces,
  messagesQuery,
  type PresenceRule,
  presentIntervals,
  type ReportFormat,
  type ReportJob,
  type ReportMessage,
  reportFileName,
} from '../../analytics/analytics.ts';
import { timestamp } from '../../platform/clock.ts';
import { type Db, inSnapshot } from '../../platform/db/db.ts';
import { viewerColumns } from './columns.ts';
import { loadSessionReport, type SessionReportInput } from './load.ts';
import { buildSessionReport, type SessionReportTable, type SessionTableRow } from './report.ts';
import { gatheringOfSession, hasMoreViewings, type ReportedSession, reportedSession } from './store.ts';
import { sessionToXlsx } from './xlsx.ts';

/** Which report to write, and how. It is passed to worker threads, so it is plain data. */
export interface SessionReportOrder extends CsvForm {
  spaceId: string;
  reported: ReportedSession;
  generatedAt: Date;
  /** The account that sees the contacts. */
  viewerId: string | undefined;
  /** These fields replace those of the webinar's rule. */
  rule: Partial<PresenceRule>;
  format: ReportFormat;
}

/** The messages of people in the chat of the session, without deleted ones. */
async function readMessages(
  db: Db,
  { reported, span, personKeys }: SessionReportInput,
  { participants }: SessionReportTable,
): Promise<ReportMessage[]> {
  const { rows } = await messagesQuery(gatheringOfSession(reported, new Date(span.until))).execute(db);
  const authorOf = authorsBy(personKeys, participants);
  return rows
    .filter(({ isDeleted }) => !isDeleted)
    .map((message) => ({ ...authorOf(message), sentAt: timestamp(message.sentAt), text: message.text }));
}

/** Reads and builds a report of one moment: an erasure is visible in all of it, with its revision, or in nothing. */
const readSessionReport = (
  db: Db,
  order: SessionReportOrder,
): Promise<{ report: SessionReportTable; messages: ReportMessage[] }> =>
  inSnapshot(db, async (trx) => {
    const { spaceId, reported: known } = order;
    const place = { spaceId, eventId: known.eventId, sessionId: known.id };
    const reported = (await reportedSession(trx, place)) ?? known;
    const input = await loadSessionReport(trx, reported, order);
    const report = await buildSessionReport(input);
    const messages = order.format === 'xlsx' ? await readMessages(trx, input, report) : [];
    return { report, messages };
  });

const presentRow = ({ intervals: { online, tab }, ...row }: SessionTableRow) => ({
  ...row,
  intervals: { online: presentIntervals(online), tab: presentIntervals(tab) },
});

/** Reads and builds a report, and writes it in its format, piece by piece. */
export async function* writeSessionReport(
  db: Db,
  order: SessionReportOrder,
): AsyncGenerator<string | Buffer> {
  const { format, zone } = order;
  const { report, messages } = await readSessionReport(db, order);
  if (format === 'json') yield* jsonInPieces(report, presentRow);
  else if (format === 'csv') yield await csvOf(viewerColumns(report, zone), report.participants, order);
  else yield await sessionToXlsx(report, zone, messages);
}

/** The job that builds the report of a session. */
export function sessionReportJob(order: SessionReportOrder): ReportJob {
  const { id, playbackName: name, startDate: startedAt } = order.reported;
  return {
    order,
    fileName: reportFileName({ name, startedAt }, order.format),
    hasMoreThan: (db, most) => hasMoreViewings(db, id, most),
    write: (db) => writeSessionReport(db, order),
    worker: new URL('worker.ts', import.meta.url),
  };
}
