import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Unstartable } from '../../errors.ts';
import { startTimeOf } from '../../process/identity.ts';
import { reasonOf } from '../../process/reasons.ts';
import { nameOfUser } from '../../process/user-name.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { ClusterPlace } from './place.ts';
import { makeFolder } from './user.ts';

const unfinishedPrefix = '.postgres-unfinished-';
export const superuser = 'lectern';
export const environment: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' };

/** Creates the cluster if there is none, completely or not at all. Refuses one of another major version. */
export const ensureCluster = async (place: ClusterPlace, binaries: PostgresBinaries): Promise<void> => {
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (!existsSync(versionFile)) return createCluster(place, binaries);
  const major = readVersion(versionFile, place.cluster);
  if (major === binaries.major) return;
  throw new Unstartable(
    `The database in ${place.cluster} was made by PostgreSQL ${major}, and this Lectern brings PostgreSQL ` +
      `${binaries.major}. Start the Lectern that made it and save it with "pg_dump", move that folder away, start this ` +
      'Lectern and load the dump with "psql"; or convert the folder with "pg_upgrade".',
  );
};

const readVersion = (versionFile: string, cluster: string): string => {
  try {
    return readFileSync(versionFile, 'utf8').trim();
  } catch (error) {
    throw new Unstartable(
      `The database's folder ${cluster} cannot be read: ${reasonOf(error)}. Start Lectern as the user it belongs to.`,
    );
  }
};

const createCluster = async ({ cluster, user }: ClusterPlace, { initdb }: PostgresBinaries) => {
  const parent = dirname(cluster);
  await removeUnfinished(parent);
  let folder: string | undefined;
  try {
    makeFolder(parent, 0o711);
    folder = mkdtempSync(join(parent, unfinishedPrefix));
    if (user) chownSync(folder, user.uid, user.gid);
    const args = [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      '--auth-local=trust',
      '--auth-host=reject',
    ];
    // The built-in collation is the same on every system, even if that has no UTF-8 locale.
    args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
    // The message contains what it wrote to standard error.
    await promisify(execFile)(initdb, args, { env: environment, ...user }).catch(
      ({ stdout = '', message }) => {
        throw new Unstartable(explainOutput(`${stdout}\n${message}`, { cluster, user }));
      },
    );
    await rename(folder, cluster);
  } catch (error) {
    if (folder) await rm(folder, { recursive: true, force: true });
    if (error instanceof Unstartable) throw error;
    throw new Unstartable(`The database's folder ${cluster} cannot be created: ${reasonOf(error)}.`);
  }
};

const removeUnfinished = async (parent: string): Promise<void> => {
  const names = existsSync(parent) ? await readdir(parent) : [];
  for (const name of names.filter((entry) => entry.startsWith(unfinishedPrefix))) {
    await rm(join(parent, name), { recursive: true, force: true });
  }
};

/** Turns the output of a failed PostgreSQL start into a sentence for the operator. */
export const explainOutput = (
  output: string,
  { cluster, user }: Pick<ClusterPlace, 'cluster' | 'user'>,
): string => {
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    return `The disk that holds the database's folder ${cluster} is full: make room and start again.`;
  }
  if (/Permission denied|wrong ownership|could not access directory/.test(output)) {
    const name = nameOfUser(user?.uid);
    return `The database's folder ${cluster} belongs to another user or is not accessible, and PostgreSQL runs as ${name}. If the folder was copied, run "chown -R ${name}: ${cluster}" as root; otherwise start Lectern as the user who created it.`;
  }
  if (/Read-only file system/.test(output)) {
    return `The database's folder ${cluster} lies on a read-only file system: name another one in LECTERN_DATA_DIR.`;
  }
  if (/postmaster\.pid" already exists|shared memory block .* still in use/.test(output)) {
    return `Another PostgreSQL uses the database's folder ${cluster}: stop it, or name another folder in LECTERN_DATA_DIR.`;
  }
  const cause =
    output.split('\n').findLast((line) => /FATAL|PANIC|error/i.test(line)) ??
    output.trim().split('\n').at(-1);
  return `PostgreSQL could not be started in ${cluster}. Its output: ${cause?.trim() || 'none'}`;
};

/** The pid in the cluster's lock file, if that PostgreSQL still runs. */
export const livingServer = (cluster: string): number | undefined => {
  const pid = pidIn(join(cluster, 'postmaster.pid'));
  return pid !== undefined && isServerOf(pid, cluster) ? pid : undefined;
};

/**
 * Removes lock files whose pid is no PostgreSQL of this cluster. PostgreSQL would not start while any process has
 * that pid, and containers reuse the same few pids at every start.
 */
export const removeStaleLocks = (cluster: string, socketFolder: string): void => {
  for (const lock of [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(lock);
    if (pid !== undefined && !isServerOf(pid, cluster)) rmSync(lock, { force: true });
  }
};

const pidIn = (lock: string): number | undefined => {
  try {
    const pid = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
};

/** If the system does not show what the process is (not Linux, or another user's), assume that it is the server. */
const isServerOf = (pid: number, cluster: string): boolean => {
  if (startTimeOf(pid) === undefined) return false;
  if (process.platform !== 'linux') return true;
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false;
    return readlinkSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return true;
  }
};
