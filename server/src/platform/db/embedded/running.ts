import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { livingServer, superuser } from './cluster.ts';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded.ts';
import { findClusterPlace, findSocketFolder } from './place.ts';

/** Does the data folder have a database, running or not? */
export const hasEmbeddedPostgres = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres-is-at'));

type Connection = EmbeddedPostgres['connection'];

/**
 * Finds the embedded PostgreSQL of this data folder that another process runs; undefined if none runs. Without
 * `connection` it runs and does not answer: it is starting or stopping.
 */
export const findRunningPostgres = async (
  options: EmbeddedPostgresOptions,
): Promise<{ connection: Connection | undefined } | undefined> => {
  const place = findClusterPlace(resolve(options.dataDir), options.log);
  if (!existsSync(place.cluster) || livingServer(realpathSync(place.cluster)) === undefined) return undefined;
  const host = findSocketFolder(place, options.runtimeDir);
  const connection = { host, user: superuser, database: 'lectern' };
  return { connection: (await answers(connection)) ? connection : undefined };
};

const answers = async (connection: Connection): Promise<boolean> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};
