import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { isDatabaseAway, openDatabase } from '../../../platform/db/db.ts';
import { createLog } from '../../../platform/logging/log.ts';
import { writeReport } from '../file.ts';
import type { BuildResult, BuildTask } from './build.ts';

/** The program of a thread that builds one report. */
async function build({ order, connection, file }: BuildTask): Promise<BuildResult> {
  const database = openDatabase({ ...connection, max: 1 }, createLog('warn'));
  let isWriting = false;
  try {
    for await (const piece of writeReport(database.db, order)) {
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

parentPort?.postMessage(await build(workerData));
