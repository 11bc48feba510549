import { timestamp } from '../../platform/clock.ts';
import { type Db, inSnapshot } from '../../platform/db/db.ts';
import { messagesOfCall } from './chat.store.ts';
import { authorsBy } from './chat.ts';
import { toCsv } from './csv.ts';
import { jsonOfReport } from './json.ts';
import { loadReport, spanOf } from './load.ts';
import type { PresenceRule } from './model.ts';
import { buildReport, type ReportInput } from './report.ts';
import { type ReportedCall, reportedCall } from './store.ts';
import { type ReportMessage, toXlsx } from './xlsx.ts';

export type ReportFormat = 'json' | 'xlsx' | 'csv';

/** Which report to write, and how. It is passed to worker threads, so it is plain data. */
export interface ReportOrder {
  reported: ReportedCall;
  generatedAt: Date;
  /** The account that sees the contacts. */
  viewerId: string | undefined;
  /** These fields replace those of the room's rule. */
  rule: Partial<PresenceRule>;
  format: ReportFormat;
  zone: string;
}

export const reportTypes = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** Such as `Algebra 2026-03-17.xlsx`, with the UTC day on which the call began; JSON has no name. */
export const nameOfFile = ({ reported, format }: ReportOrder): string | undefined =>
  format === 'json'
    ? undefined
    : `${reported.roomName} ${timestamp(reported.startedAt).slice(0, 10)}.${format}`;

/** The messages with the people of the report who sent them, without deleted ones. */
async function messagesIn(
  db: Db,
  input: ReportInput,
  rows: Parameters<typeof authorsBy>[1],
): Promise<ReportMessage[]> {
  const messages = await messagesOfCall(db, spanOf(input.reported, input.generatedAt));
  const authorOf = authorsBy(input.call.personKeys, rows);
  return messages
    .filter(({ isDeleted }) => !isDeleted)
    .map((message) => ({ ...authorOf(message), sentAt: timestamp(message.sentAt), text: message.text }));
}

/**
 * The report and, for a workbook, the messages, of one moment: an erasure is visible in all of it, with its revision, or
 * in nothing. Nothing else of what was read stays in memory.
 */
const readReport = (db: Db, order: ReportOrder) =>
  inSnapshot(db, async (trx) => {
    const { spaceId, id: callId } = order.reported;
    const reported = (await reportedCall(trx, { spaceId, callId })) ?? order.reported;
    const input = await loadReport(trx, reported, order);
    const report = await buildReport(input);
    const messages = order.format === 'xlsx' ? await messagesIn(trx, input, report.participants) : [];
    return { report, messages };
  });

/** Reads and builds a report, and writes it in its format, piece by piece. */
export async function* writeReport(db: Db, order: ReportOrder): AsyncGenerator<string | Buffer> {
  const { format, zone } = order;
  const { report, messages } = await readReport(db, order);
  if (format === 'json') yield* jsonOfReport(report);
  else if (format === 'csv') yield await toCsv(report, zone);
  else yield await toXlsx(report, zone, { messages });
}
