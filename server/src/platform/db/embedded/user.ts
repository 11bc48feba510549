import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type SystemUser = { uid: number; gid: number };

/** Folder for files of a root service that other users must read, since root's home folder is closed to them. */
export const rootsOwnFolder = '/var/lib/lectern';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so a root service runs it as this user, who owns nothing else. */
export const postgresUserName = 'lectern-postgres';

/** A user of /etc/passwd by name. */
export const userNamed = (name: string): SystemUser | undefined => {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = (line ?? '').split(':').map(Number);
    // macOS has negative ids.
    return uid && gid ? { uid: uid >>> 0, gid: gid >>> 0 } : undefined;
  } catch {
    // Minimal containers may lack this file.
    return undefined;
  }
};

/** The user who ran PostgreSQL in earlier versions. Other services may run as nobody, too. */
export const findNobodyUser = (): SystemUser => userNamed('nobody') ?? { uid: 65534, gid: 65534 };

const modeFor = (path: string, user: SystemUser): number => {
  const { mode, uid, gid } = statSync(path);
  if (uid === user.uid) return (mode >> 6) & 7;
  return gid === user.gid ? (mode >> 3) & 7 : mode & 7;
};

/** Can the user pass every folder above the path, and read and enter (or run) the path itself? */
export const canReach = (path: string, user: SystemUser): boolean =>
  (modeFor(path, user) & 5) === 5 && canPassAbove(path, user);

export const canPassAbove = (path: string, user: SystemUser): boolean => {
  const above = dirname(path);
  if (above === path) return true;
  return (modeFor(above, user) & 1) === 1 && canPassAbove(above, user);
};

/** Creates a folder with exactly this mode, whatever the umask. An existing folder is left unchanged. */
export const makeFolder = (path: string, mode: number): void => {
  const first = mkdirSync(path, { recursive: true });
  if (first !== undefined) chmodSync(path, mode);
};
