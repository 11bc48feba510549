import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from './embedded.ts';
import { livingServer, superuser } from './embedded-cluster.ts';
import { findClusterPlace, findSocketFolder } from './embedded-place.ts';

/** Has the data folder a database, running or not? */
export const hasEmbeddedPostgres = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres-is-at'));

type Connection = EmbeddedPostgres['connection'];

/**
 * The embedded PostgreSQL that somebody else runs on this data folder; undefined when nobody does.
 * Without a connection it runs but does not answer: it is starting or stopping.
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
