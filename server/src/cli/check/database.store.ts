import type { Db } from '../../platform/db/db.ts';
import { selectFirst } from '../../platform/db/rows.ts';

export interface DatabaseFacts {
  /** Such as 18.1. */
  version: string;
  major: number;
  connections: number;
  at: Date;
}

export async function readFacts(db: Db): Promise<DatabaseFacts> {
  const facts = await selectFirst<DatabaseFacts>(db)`
    SELECT current_setting('server_version') AS version,
      current_setting('server_version_num')::int / 10000 AS major,
      current_setting('max_connections')::int AS connections,
      clock_timestamp() AS at`;
  if (!facts) throw new Error('a query without FROM returned no row');
  return facts;
}
