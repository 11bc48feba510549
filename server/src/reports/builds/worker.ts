import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { isDatabaseAway, openDatabase } from '../../platform/db/db.ts';
import { createLog } from '../../platform/logging/log.ts';
import { callReportWriter } from '../calls/file.ts';
import { sessionReportWriter } from '../sessions/file.ts';
import type { BuildResult, BuildTask } from './build.ts';
import type { ReportWriter } from './kind.ts';

const writers: Record<BuildTask['kind'], ReportWriter<never>> = {
  call: callReportWriter,
  session: sessionReportWriter,
};

async function build({ kind, order, connection, file }: BuildTask<never>): Promise<BuildResult> {
  const database = openDatabase({ ...connection, max: 1 }, createLog('warn'));
  let isWriting = false;
  try {
    for await (const piece of writers[kind].write(database.db, order)) {
      isWriting = true;
      writeFileSync(file, piece);
      isWriting = false;
    }
    return { isWritten: true };
  } catch (error) {
    if (isWriting) return { isWritten: false, away: 'storage', error };
    return { isWritten: false, away: isDatabaseAway(error) ? 'database' : undefined, error };
  } finally {
    await database.close();
  }
}

// The program of a thread that builds one report.
parentPort?.postMessage(await build(workerData));
