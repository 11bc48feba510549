import type { Db } from '../../platform/db/db.ts';
import { type BuiltReport, type ReportKind, type ReportOrder, writerOf } from '../builds/kind.ts';
import { readGatheringMessages } from '../chat/chat.store.ts';
import { loadReport, loadSmallReport } from './load.ts';
import { buildReport, type ReportTable, type RowHead } from './report.ts';
import { factsOfCall, figuresOfCall, visitsSheet } from './sheets.ts';
import { gatheringOfCall, type ReportedCall, reportedCall } from './store.ts';

export type CallReportOrder = ReportOrder<ReportedCall>;

/** Reads in parts. The report and, for a workbook, the messages stay in memory. */
async function readCall(trx: Db, order: CallReportOrder): Promise<BuiltReport<ReportTable>> {
  const { spaceId, id: callId } = order.reported;
  const reported = (await reportedCall(trx, { spaceId, callId })) ?? order.reported;
  const input = await loadReport(trx, reported, order);
  const report = await buildReport(input);
  const messages =
    order.format === 'xlsx'
      ? await readGatheringMessages(trx, gatheringOfCall(reported, order.generatedAt))
      : [];
  return { report, personKeys: input.call.personKeys, messages };
}

/** Reads the same of a call with few visits, by one statement. */
async function readCallAtOnce(db: Db, order: CallReportOrder): Promise<BuiltReport<ReportTable>> {
  const withMessages = order.format === 'xlsx';
  const { input, messages } = await loadSmallReport(db, order.reported, { ...order, withMessages });
  return { report: await buildReport(input), personKeys: input.call.personKeys, messages };
}

export const callReports = {
  name: 'call',
  titleOf: ({ roomName: name, startedAt: since }) => ({ name, since }),
  attendedBy: (reported) => gatheringOfCall(reported, reported.startedAt),
  read: readCall,
  readSmall: readCallAtOnce,
  figures: figuresOfCall,
  factsOf: factsOfCall,
  sheetsOf: (report, zone) => [visitsSheet(report, zone)],
} as const satisfies ReportKind<ReportedCall, RowHead, ReportTable>;

export const callReportWriter = writerOf<ReportedCall, RowHead, ReportTable>(callReports);
