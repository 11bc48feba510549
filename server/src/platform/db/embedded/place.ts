import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Unstartable } from '../../errors.ts';
import type { Log } from '../../process/child.ts';
import { reasonOf } from '../../process/reasons.ts';
import {
  canPassAbove,
  findNobodyUser,
  isRoot,
  makeFolder,
  postgresUserName,
  rootsOwnFolder,
  type SystemUser,
  userNamed,
} from './user.ts';

/** The folders of the embedded PostgreSQL: its cluster, and our state files. `user` is the one to run it as. */
export type ClusterPlace = { cluster: string; engines: string; user: SystemUser | undefined };

const socketName = '.s.PGSQL.5432';
/** 108 bytes on Linux, 104 on macOS, with the terminating zero. */
const longestSocketPath = 103;

export const findClusterPlace = (dataDir: string, log: Log): ClusterPlace => {
  const engines = join(dataDir, 'engines');
  try {
    makeFolder(dataDir, 0o711);
    makeFolder(engines, 0o700);
    accessSync(engines, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Unstartable(
      `The data folder ${dataDir} cannot be used: ${reasonOf(error)}. ` +
        'Make it writable for this user or name another one in LECTERN_DATA_DIR.',
    );
  }
  const inside = join(dataDir, 'postgres');
  if (!isRoot()) return { cluster: inside, engines, user: undefined };
  return placeForRoot({ dataDir, inside, engines, log });
};

type RootPlace = { dataDir: string; inside: string; engines: string; log: Log };

const placeForRoot = ({ dataDir, inside, engines, log }: RootPlace): ClusterPlace => {
  const moved = movedTo(dataDir);
  const cluster = moved ?? inside;
  // A cluster that an ordinary user created keeps its owner.
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  const own = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
  // `correctOwner` created the user before.
  const user = own ?? userNamed(postgresUserName) ?? findNobodyUser();
  if (moved !== undefined) return { cluster, engines, user };
  openOwnFolder(dataDir, user);
  if (canPassAbove(inside, user)) return { cluster, engines, user };
  return { cluster: moveOut(dataDir, log), engines, user };
};

/** Makes the data folder passable for the user (what is inside keeps its modes), but not the folders above it. */
const openOwnFolder = (dataDir: string, user: SystemUser): void => {
  const { uid, mode } = statSync(dataDir);
  if (uid === 0 && uid !== user.uid) chmodSync(dataDir, (mode & 0o777) | 0o011);
};

const noteOfMove = (dataDir: string): string => join(dataDir, 'postgres-is-at');

const readNote = (note: string): string | undefined =>
  existsSync(note) ? readFileSync(note, 'utf8').trim() : undefined;

const movedTo = (dataDir: string): string | undefined => readNote(noteOfMove(dataDir));

/** Path of the cluster, whether or not it exists. */
export const clusterIn = (dataDir: string): string => movedTo(dataDir) ?? join(dataDir, 'postgres');

const moveOut = (dataDir: string, log: Log): string => {
  try {
    makeFolder(rootsOwnFolder, 0o711);
    const folder = mkdtempSync(join(rootsOwnFolder, `${basename(dataDir)}-`));
    chmodSync(folder, 0o711);
    const cluster = join(folder, 'postgres');
    writeFileSync(noteOfMove(dataDir), `${cluster}\n`);
    log.warn(
      `PostgreSQL does not run as root, and its user ${postgresUserName} cannot reach ${dataDir}: the database is created in ${cluster}`,
    );
    return cluster;
  } catch (error) {
    throw new Unstartable(
      `PostgreSQL does not run as root, its user ${postgresUserName} cannot reach ${dataDir}, and ${rootsOwnFolder} cannot be used ` +
        `instead: ${reasonOf(error)}. Start Lectern as an ordinary user or name an open folder in LECTERN_DATA_DIR.`,
    );
  }
};

/**
 * The folder of the socket: short, private, and the same at every start, so that a running server is found again. The
 * name is random, so that no other installation or user can occupy it.
 */
export const findSocketFolder = ({ engines, user }: ClusterPlace, runtimeDir?: string): string => {
  const note = join(engines, 'postgres-socket');
  const noted = readNote(note);
  if (noted && isOurFolder(noted, user)) return noted;
  let where = baseOfSockets(user, runtimeDir);
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(where, 'lectern-'));
    if (user) chownSync(folder, user.uid, user.gid);
    where = note;
    writeFileSync(note, `${folder}\n`);
    return folder;
  } catch (error) {
    if (folder) rmSync(folder, { recursive: true, force: true });
    throw new Unstartable(
      `No folder for the database's socket can be created: ${where} cannot be written: ${reasonOf(error)}.`,
    );
  }
};

export const removeSocketFolder = ({ engines }: ClusterPlace, folder: string): void => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(join(engines, 'postgres-socket'), { force: true });
};

const isOurFolder = (path: string, user: SystemUser | undefined): boolean => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return (
    found?.isDirectory() === true &&
    (found.mode & 0o777) === 0o700 &&
    found.uid === (user?.uid ?? process.getuid?.())
  );
};

const baseOfSockets = (user: SystemUser | undefined, runtimeDir: string | undefined): string => {
  const candidates = user ? ['/run', tmpdir(), '/tmp'] : [runtimeDir, tmpdir(), '/tmp'];
  const fits = (base: string) =>
    Buffer.byteLength(join(base, 'lectern-XXXXXX', socketName)) <= longestSocketPath &&
    isWritable(base) &&
    (user === undefined || canPassAbove(join(base, socketName), user));
  const base = candidates.find((candidate) => candidate !== undefined && fits(candidate));
  if (base !== undefined) return base;
  throw new Unstartable(
    `There is no folder with a short path for the database's socket (${tmpdir()} is too long or not writable): set TMPDIR to one.`,
  );
};

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
