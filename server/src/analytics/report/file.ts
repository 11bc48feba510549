import { Readable } from 'node:stream';
import type { AttendanceReport } from '../../../../contract/operations/analytics.ts';
import type { Db } from '../../platform/db/db.ts';
import { ContentAnswer } from '../../platform/http/endpoint.ts';
import { toCsv } from './csv.ts';
import { jsonOfReport } from './json.ts';
import { spanOf } from './load.ts';
import { buildReport, type ReportInput } from './report.ts';
import { messagesOfCall } from './store.ts';
import { type ReportMessage, toXlsx } from './xlsx.ts';

export type ReportFormat = 'json' | 'xlsx' | 'csv';

const types = {
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

/** Such as `Algebra 2026-03-17.xlsx`, with the UTC day on which the call began. */
const nameOfFile = ({ call }: AttendanceReport, format: ReportFormat) =>
  `${call.roomName} ${call.startedAt.slice(0, 10)}.${format}`;

/** The messages with the people of the report who sent them. */
async function messagesIn(db: Db, input: ReportInput, report: AttendanceReport): Promise<ReportMessage[]> {
  const keys = new Map(input.call.participants.map(({ id, personKey }) => [id, personKey]));
  const people = new Map(report.participants.map((row) => [keys.get(row.participantId), row]));
  const messages = await messagesOfCall(db, spanOf(input.reported, input.generatedAt));
  return messages.map(({ participantId, sentAt, text }) => {
    const row = participantId === null ? undefined : people.get(keys.get(participantId));
    return {
      sentAt: sentAt.toISOString(),
      participantId: row?.participantId ?? null,
      name: row?.name ?? null,
      externalUserId: row?.externalUserId ?? null,
      text,
    };
  });
}

/** The report as a response in one of its formats. */
export async function sendReport(
  db: Db,
  input: ReportInput,
  { format, zone }: { format: ReportFormat; zone: string },
): Promise<ContentAnswer> {
  const report = await buildReport(input);
  if (format === 'json') return new ContentAnswer(Readable.from(jsonOfReport(report)), types.json);
  const content =
    format === 'csv'
      ? await toCsv(report, zone)
      : await toXlsx(report, zone, { messages: await messagesIn(db, input, report) });
  return new ContentAnswer(content, types[format], nameOfFile(report, format));
}
