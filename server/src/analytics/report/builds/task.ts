import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type Db, isDatabaseAway, openDatabase } from '../../../platform/db/db.ts';
import { createLog } from '../../../platform/logging/log.ts';
import type { BuildResult, BuildTask } from './build.ts';

type Write<Order> = (db: Db, order: Order) => AsyncGenerator<string | Buffer>;

async function build<Order>(
  { order, connection, file }: BuildTask<Order>,
  write: Write<Order>,
): Promise<BuildResult> {
  const database = openDatabase({ ...connection, max: 1 }, createLog('warn'));
  let isWriting = false;
  try {
    for await (const piece of write(database.db, order)) {
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

/** Builds the one report for which this thread was started. */
export async function runBuildTask<Order>(write: Write<Order>): Promise<void> {
  parentPort?.postMessage(await build<Order>(workerData, write));
}
