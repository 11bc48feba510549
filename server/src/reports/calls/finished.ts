import { type Db, inSnapshot } from '../../platform/db/db.ts';
import { loadReport } from './load.ts';
import { buildReport, type ReportTable } from './report.ts';
import { reportedCalls } from './store.ts';

/**
 * The reports of finished calls of a group, in the order of the calls, for programs that know no account of ours: contacts
 * are not read. A call whose people the retention has deleted has none.
 */
export const finishedReports = (
  db: Db,
  { spaceId, callIds, at }: { spaceId: string; callIds: string[]; at: Date },
): Promise<ReportTable[]> =>
  inSnapshot(db, async (trx) => {
    const calls = (await reportedCalls(trx, { spaceId, callIds }))
      .filter(({ finishedAt, isPast }) => finishedAt !== null && !isPast)
      .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime());
    const reports: ReportTable[] = [];
    for (const call of calls) {
      const input = await loadReport(trx, call, { generatedAt: at, viewerId: undefined, rule: {} });
      reports.push(await buildReport(input));
    }
    return reports;
  });
