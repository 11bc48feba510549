import type { Db } from '../../platform/db/db.ts';
import { type BuiltReport, type ReportKind, type ReportOrder, writerOf } from '../builds/kind.ts';
import { readGatheringMessages } from '../chat/chat.store.ts';
import { loadSessionReport } from './load.ts';
import { buildSessionReport, type SessionReportTable, type SessionRowHead } from './report.ts';
import { factsOfSession, figuresOfSession, sheetsOfSession } from './sheets.ts';
import { gatheringOfSession, type ReportedSession, reportedSession } from './store.ts';

async function readSession(
  trx: Db,
  order: ReportOrder<ReportedSession>,
): Promise<BuiltReport<SessionReportTable>> {
  const { spaceId, eventId, id: sessionId } = order.reported;
  const reported = (await reportedSession(trx, { spaceId, eventId, sessionId })) ?? order.reported;
  const input = await loadSessionReport(trx, reported, order);
  const report = await buildSessionReport(input);
  const gathering = gatheringOfSession(reported, new Date(input.span.until));
  const messages = order.format === 'xlsx' ? await readGatheringMessages(trx, gathering) : [];
  return { report, personKeys: input.personKeys, messages };
}

export const sessionReports = {
  name: 'session',
  titleOf: ({ playbackName: name, startDate: since }) => ({ name, since }),
  attendedBy: (reported) => gatheringOfSession(reported, reported.startDate),
  read: readSession,
  figures: figuresOfSession,
  factsOf: factsOfSession,
  sheetsOf: sheetsOfSession,
} as const satisfies ReportKind<ReportedSession, SessionRowHead, SessionReportTable>;

export const sessionReportWriter = writerOf<ReportedSession, SessionRowHead, SessionReportTable>(
  sessionReports,
);
