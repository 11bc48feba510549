import { now, ticks } from '../../platform/clock.ts';
import { hasEmbeddedPostgres } from '../../platform/db/embedded/embedded.ts';
import { refuseNewerTables } from '../../platform/db/migrate.ts';
import { faultOfRights, rightsIn } from '../../platform/db/rights.ts';
import { Unstartable } from '../../platform/errors.ts';
import type { Installation } from '../database.ts';
import { sentenceFor } from '../failure.ts';
import { readFacts } from './database.store.ts';
import { type CheckResult, fault, ok, warning } from './finding.ts';

export interface DatabaseFinding {
  results: CheckResult[];
  /** How far the clock of a database elsewhere is ahead of ours, in seconds. */
  aheadSeconds?: number;
}

/** PostgreSQL 14 is the oldest that the tables work on. */
const leastVersion = 14;
/** Those of one node, and some for commands and backups. */
const leastConnections = 26;

async function look(installation: Installation): Promise<DatabaseFinding> {
  const { db, pool } = await installation.open();
  // The first statement may open the connection.
  const rights = await rightsIn(pool);
  const began = ticks();
  const { version, major, connections, at } = await readFacts(db);
  const halfway = now().getTime() - (ticks() - began) / 2;
  await refuseNewerTables(pool);
  const missing = faultOfRights(rights);
  const results: CheckResult[] = [ok(`PostgreSQL ${version}`)];
  if (major < leastVersion)
    results.push(fault(`PostgreSQL ${version} is too old: ${leastVersion} or newer is needed`));
  if (missing !== undefined) results.push(fault(missing));
  if (installation.config.DATABASE_URL === undefined) return { results };
  if (connections < leastConnections) {
    results.push(warning(`max_connections is ${connections}: a node needs up to 16, and commands one each`));
  }
  return { results, aheadSeconds: (at.getTime() - halfway) / 1000 };
}

/** Closes the database before the other checks, which take longer: a server that starts meanwhile does not wait. */
export async function checkDatabase(installation: Installation): Promise<DatabaseFinding> {
  const { DATABASE_URL: address, LECTERN_DATA_DIR: folder } = installation.config;
  try {
    return await look(installation);
  } catch (error) {
    const isNew = address === undefined && error instanceof Unstartable && !hasEmbeddedPostgres(folder);
    return {
      results: [isNew ? warning('there is none yet: the first start makes it') : fault(sentenceFor(error))],
    };
  } finally {
    await installation.close();
  }
}
