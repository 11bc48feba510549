import { execFile } from 'node:child_process';
import { existsSync, lchownSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ticks } from '../../clock.ts';
import { Unstartable } from '../../errors.ts';
import type { Log } from '../../process/child.ts';
import { startTimeOf } from '../../process/identity.ts';
import { holdLockFile } from '../../process/lock-file.ts';
import { reasonOf } from '../../process/reasons.ts';
import { livingServer } from './cluster.ts';
import { clusterIn } from './place.ts';
import {
  findNobodyUser,
  isRoot,
  makeFolder,
  postgresUserName,
  rootsOwnFolder,
  type SystemUser,
  userNamed,
} from './user.ts';

/** Concurrent starts wait for each other. */
const createWithinMs = 20_000;
const stopWithinMs = 30_000;
/** Used instead of the service's PATH, which may lack these folders. */
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

const waysToCreate = (name: string): [string, string[]][] => [
  [
    'useradd',
    ['--system', '--user-group', '--no-create-home', '-d', '/nonexistent', '-s', '/usr/sbin/nologin', name],
  ],
  // BusyBox
  ['adduser', ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', name]],
];

/** @returns a sentence that says how the command ended */
const run = (command: string, args: string[], path: string): Promise<string> =>
  promisify(execFile)(command, args, { env: { PATH: path } }).then(
    () => `${command} ended with code 0`,
    ({ code, stderr = '' }) =>
      typeof code === 'string'
        ? `${command} is not installed`
        : stderr.trim().split('\n').at(-1) || `${command} ended with code ${code}`,
  );

/** @returns why the ways that it tried failed */
const create = async (name: string, path: string): Promise<string[]> => {
  const reasons: string[] = [];
  for (const [command, args] of waysToCreate(name)) {
    if (userNamed(name)) break;
    reasons.push(await run(command, args, path));
  }
  return reasons;
};

/** One after another: `useradd` checks the name before it locks the list, so two at once would create two ids. */
const createAlone = async (name: string, path: string): Promise<string[]> => {
  const creating = join(rootsOwnFolder, 'creating-user.json');
  try {
    makeFolder(rootsOwnFolder, 0o711);
    const releaseList = await holdLockFile(creating, {
      withinMs: createWithinMs,
      onTimeout: () => rmSync(creating, { force: true }),
    });
    return await create(name, path).finally(releaseList);
  } catch (error) {
    return [`${rootsOwnFolder} cannot be used: ${reasonOf(error)}`];
  }
};

/** The system user of this name, created if missing. @throws Unstartable if that is impossible */
export const ensureSystemUser = async (name = postgresUserName, path = systemPath): Promise<SystemUser> => {
  const known = userNamed(name);
  if (known) return known;
  const reasons = await createAlone(name, path);
  const user = userNamed(name);
  if (user) return user;
  throw new Unstartable(
    `PostgreSQL does not run as root, and its system user ${name} cannot be created (${reasons.join('; ')}). ` +
      `Create it ("useradd --system --user-group ${name}"), start Lectern as an ordinary user, or set DATABASE_URL.`,
  );
};

const endServer = async (cluster: string): Promise<void> => {
  const pid = livingServer(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  const since = ticks();
  while (startTimeOf(pid) !== undefined) {
    if (ticks() - since > stopWithinMs) {
      throw new Unstartable(
        `The PostgreSQL of ${cluster} (process ${pid}) does not stop. Kill it and start again.`,
      );
    }
    await pause(50);
  }
};

/**
 * Changes the owner of a cluster from nobody to the new user. Meanwhile the folder belongs to root: processes of
 * nobody cannot enter it, and the next start recognizes an interrupted change by it. Does not follow links.
 */
const giveTo = (cluster: string, { uid, gid }: SystemUser): void => {
  const former = findNobodyUser().uid;
  lchownSync(cluster, 0, 0);
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const found = lstatSync(path);
    const isOnlyHere = found.isDirectory() || found.nlink === 1;
    if (found.uid === former && isOnlyHere) lchownSync(path, uid, gid);
  }
  lchownSync(cluster, uid, gid);
};

/**
 * Before a start as root: creates PostgreSQL's own user and gives it a cluster of nobody or root. A cluster that an
 * ordinary user created keeps its owner.
 */
export const correctOwner = async (dataDir: string, log: Log): Promise<void> => {
  if (!isRoot()) return;
  const cluster = clusterIn(resolve(dataDir));
  const owner = existsSync(cluster) ? lstatSync(cluster).uid : undefined;
  if (owner !== undefined && owner !== 0 && owner !== findNobodyUser().uid) return;
  const user = await ensureSystemUser();
  if (owner === undefined) return;
  await endServer(cluster);
  try {
    giveTo(cluster, user);
  } catch (error) {
    throw new Unstartable(
      `The database's folder ${cluster} cannot be changed to the user ${postgresUserName}: ${reasonOf(error)}. ` +
        `Run "chown -R ${postgresUserName}: ${cluster}" and start again.`,
    );
  }
  log.info({ cluster }, `changed the owner of the database folder to ${postgresUserName}`);
};
