import { runBuildTask } from '../../analytics/analytics.ts';
import { type SessionReportOrder, writeSessionReport } from './file.ts';

/** The program of a thread that builds the report of one session. */
await runBuildTask<SessionReportOrder>(writeSessionReport);
