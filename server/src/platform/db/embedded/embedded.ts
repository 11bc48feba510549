import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { Unstartable } from '../../errors.ts';
import { ChildFailed, type LineLevel, type Log, SupervisedChild } from '../../process/child.ts';
import { codeOf } from '../../process/reasons.ts';
import { findBinaries } from './binaries.ts';
import {
  ensureCluster,
  environment,
  explainOutput,
  livingServer,
  removeStaleLocks,
  superuser,
} from './cluster.ts';
import { correctOwner } from './owner.ts';
import { type ClusterPlace, findClusterPlace, findSocketFolder, removeSocketFolder } from './place.ts';

type EmbeddedPostgresOptions = {
  dataDir: string;
  log: Log;
  /** The user's runtime folder, if the system has one (XDG_RUNTIME_DIR). */
  runtimeDir?: string;
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>;
  /** Aborts the start. */
  interrupted?: AbortSignal;
};

type Connection = { host: string; user: string; database: string };

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const database = 'lectern';

const usualSettings = (socketFolder: string): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  unix_socket_permissions: '0700',
  port: '5432',
  shared_buffers: '64MB',
  max_connections: '40',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The caller gets the errors of statements; in the log their texts would contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
});

/** Starts PostgreSQL as a supervised child. Creates the cluster at the first start, and adopts a running server. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions) => {
  const { log, runtimeDir } = options;
  await correctOwner(options.dataDir, log);
  const found = findClusterPlace(resolve(options.dataDir), log);
  const binaries = await findBinaries(found.user);
  await ensureCluster(found, binaries);
  const place = { ...found, cluster: realpathSync(found.cluster) };
  const socketFolder = findSocketFolder(place, runtimeDir);
  /** Settings for `new pg.Pool(connection)`: `host` is the socket's folder. */
  const connection = { host: socketFolder, user: superuser, database };
  const child = await startServer({ ...options, place, socketFolder, binary: binaries.postgres });
  try {
    await ensureDatabase(connection);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    connection,
    pid: () => child.pid,
    stop: async (withinMs?: number) => {
      await child.stop(withinMs);
      removeSocketFolder(place, socketFolder);
    },
  };
};

/** Does the data folder have a database, running or not? */
export const hasEmbeddedPostgres = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres')) || existsSync(join(dataDir, 'postgres-is-at'));

/**
 * Finds the embedded PostgreSQL of this data folder that another process runs; undefined if none runs. Without
 * `connection` it runs and does not answer: it is starting or stopping.
 */
export const findRunningPostgres = async (options: EmbeddedPostgresOptions) => {
  const place = findClusterPlace(resolve(options.dataDir), options.log);
  if (!existsSync(place.cluster) || livingServer(realpathSync(place.cluster)) === undefined) return undefined;
  const connection = { host: findSocketFolder(place, options.runtimeDir), user: superuser, database };
  const isReady = await query(connection, 'SELECT 1').then(Boolean, () => false);
  return { connection: isReady ? connection : undefined };
};

/** Removes a stopped cluster, after a failed attempt to fill a new one. */
export const removeEmbeddedPostgres = async (dataDir: string, log: Log): Promise<void> => {
  const { cluster } = findClusterPlace(resolve(dataDir), log);
  await rm(cluster, { recursive: true, force: true });
};

type ServerOptions = Pick<EmbeddedPostgresOptions, 'settings' | 'log' | 'interrupted'> & {
  place: ClusterPlace;
  socketFolder: string;
  binary: string;
};

const startServer = async (options: ServerOptions): Promise<SupervisedChild> => {
  const { place, socketFolder, binary, log, interrupted } = options;
  const { cluster, engines, user } = place;
  const args = ['-D', cluster];
  const all = { ...usualSettings(socketFolder), ...options.settings };
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([binary, args]))
    .digest('hex');
  try {
    return await SupervisedChild.start({
      name: 'postgres',
      folder: engines,
      command: binary,
      args,
      env: environment,
      user,
      fingerprint,
      isReady: () => serves(socketFolder, cluster),
      // After a crash PostgreSQL first replays its log.
      readyWithinMs: 120_000,
      stopSteps: [
        { signal: 'SIGINT', waitMs: 15_000 },
        { signal: 'SIGQUIT', waitMs: 5_000 },
        { signal: 'SIGKILL', waitMs: 2_000 },
      ],
      beforeSpawn: () => removeStaleLocks(cluster, socketFolder),
      findLiving: () => livingServer(cluster),
      levelOfLine,
      interrupted,
      log,
    });
  } catch (error) {
    if (error instanceof ChildFailed) throw new Unstartable(explainOutput(error.lines.join('\n'), place));
    throw error;
  }
};

/** Our log gets only lines about trouble, without those of every restart. The file `postgres.log` has all. */
const levelOfLine = (line: string): LineLevel => {
  if (!/\b(FATAL|PANIC):/.test(line)) return 'quiet';
  return /the database system is|terminating connection|database "lectern" does not exist/.test(line)
    ? 'quiet'
    : 'warn';
};

/** Another server could have taken over the socket's name, so compare the data folder. */
const serves = async (socketFolder: string, cluster: string): Promise<boolean> => {
  const answer = await query(
    { host: socketFolder, user: superuser, database: 'postgres' },
    'SHOW data_directory',
  );
  return answer.rows[0]?.data_directory === cluster;
};

const ensureDatabase = async (connection: Connection): Promise<void> => {
  try {
    await query(connection, 'SELECT 1');
  } catch (error) {
    const isMissing = codeOf(error) === '3D000';
    if (!isMissing) throw error;
    await query({ ...connection, database: 'postgres' }, `CREATE DATABASE ${database}`);
  }
};

const query = async (connection: Connection, sql: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  // Without a listener a server that stops between two steps would end our process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
};
