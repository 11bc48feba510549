import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function copyCluster(from: string, dataDir: string): void {
  // Keep the owner: PostgreSQL does not run as root.
  execFileSync('cp', ['-a', from, join(dataDir, 'postgres')]);
}

/**
 * Copies the run's migrated cluster (`serve-run.ts`) into a data folder that has none. Without a test runner nothing
 * is copied, and the server creates its own.
 */
export function copyRunCluster(dataDir: string): void {
  const { LECTERN_TEST_CLUSTER: from } = process.env;
  if (from && !existsSync(join(dataDir, 'postgres'))) copyCluster(from, dataDir);
}
