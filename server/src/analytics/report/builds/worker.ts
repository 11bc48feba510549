import { type ReportOrder, writeReport } from '../file.ts';
import { runBuildTask } from './task.ts';

/** The program of a thread that builds the report of one call. */
await runBuildTask<ReportOrder>(writeReport);
