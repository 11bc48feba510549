import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lays the database of a first start, its tables made, into a data folder that has none: a copy of the one that the
 * runner of the tests made (`make-cluster.ts`). Without a runner nothing is laid, and the server makes its own.
 */
export function layCluster(dataDir: string): void {
  const { LECTERN_TEST_CLUSTER: from } = process.env;
  const to = join(dataDir, 'postgres');
  // With its owner: PostgreSQL does not run as root.
  if (from && !existsSync(to)) execFileSync('cp', ['-a', from, to]);
}
