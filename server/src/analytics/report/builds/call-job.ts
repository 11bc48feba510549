import { type ReportOrder, readAtOnce, reportFileName, writeReport } from '../file.ts';
import { hasMoreVisits } from '../store.ts';
import type { ReportJob } from './build.ts';

/** The job that builds the report of a call. */
export const callReportJob = (order: ReportOrder): ReportJob => ({
  order,
  fileName: reportFileName({ ...order.reported, name: order.reported.roomName }, order.format),
  hasMoreThan: (db, most) => hasMoreVisits(db, order.reported.id, most),
  write: (db) => writeReport(db, order, readAtOnce),
  worker: new URL('worker.ts', import.meta.url),
});
