import { timestamp } from '../../platform/clock.ts';
import { type Db, inSnapshot } from '../../platform/db/db.ts';
import { type MessageOfCall, messagesOfCall } from './chat.store.ts';
import { authorsBy } from './chat.ts';
import { type CsvForm, toCsv } from './csv.ts';
import { jsonOfReport } from './json.ts';
import { loadReport, loadSmallReport, spanOf } from './load.ts';
import type { PresenceRule } from './model.ts';
import { buildReport, type ReportInput, type ReportTable } from './report.ts';
import type { ReportMessage } from './sheets.ts';
import { type ReportedCall, reportedCall } from './store.ts';
import { toXlsx } from './xlsx.ts';

export type ReportFormat = 'json' | 'xlsx' | 'csv';

/** Which report to write, and how. It is passed to worker threads, so it is plain data. */
export interface ReportOrder extends CsvForm {
  reported: ReportedCall;
  generatedAt: Date;
  /** The account that sees the contacts. */
  viewerId: string | undefined;
  /** These fields replace those of the room's rule. */
  rule: Partial<PresenceRule>;
  format: ReportFormat;
}

/** Such as `Algebra 2026-03-17.xlsx`, with the UTC day of the start; JSON has no name. */
export const reportFileName = (
  { name, startedAt }: { name: string; startedAt: Date },
  format: ReportFormat,
): string | undefined =>
  format === 'json' ? undefined : `${name} ${timestamp(startedAt).slice(0, 10)}.${format}`;

/** The messages with the people of the report who sent them, without deleted ones. */
function presentMessages(
  messages: MessageOfCall[],
  input: ReportInput,
  { participants }: ReportTable,
): ReportMessage[] {
  const authorOf = authorsBy(input.call.personKeys, participants);
  return messages
    .filter(({ isDeleted }) => !isDeleted)
    .map((message) => ({ ...authorOf(message), sentAt: timestamp(message.sentAt), text: message.text }));
}

interface ReadReport {
  report: ReportTable;
  /** For a workbook only. */
  messages: ReportMessage[];
}

/**
 * Reads and builds a report of one moment in parts: an erasure is visible in all of it, with its revision, or in nothing.
 * Nothing else of what was read stays in memory.
 */
const readInParts = (db: Db, order: ReportOrder): Promise<ReadReport> =>
  inSnapshot(db, async (trx) => {
    const { spaceId, id: callId } = order.reported;
    const reported = (await reportedCall(trx, { spaceId, callId })) ?? order.reported;
    const input = await loadReport(trx, reported, order);
    const report = await buildReport(input);
    if (order.format !== 'xlsx') return { report, messages: [] };
    const messages = await messagesOfCall(trx, spanOf(input.reported, input.generatedAt));
    return { report, messages: presentMessages(messages, input, report) };
  });

/** The same for a call with few visits, by one statement. */
export async function readAtOnce(db: Db, order: ReportOrder): Promise<ReadReport> {
  const withMessages = order.format === 'xlsx';
  const { input, messages } = await loadSmallReport(db, order.reported, { ...order, withMessages });
  const report = await buildReport(input);
  return { report, messages: presentMessages(messages, input, report) };
}

/** Reads and builds a report, and writes it in its format, piece by piece. */
export async function* writeReport(
  db: Db,
  order: ReportOrder,
  read = readInParts,
): AsyncGenerator<string | Buffer> {
  const { format, zone } = order;
  const { report, messages } = await read(db, order);
  if (format === 'json') yield* jsonOfReport(report);
  else if (format === 'csv') yield await toCsv(report, order);
  else yield await toXlsx(report, zone, { messages });
}
