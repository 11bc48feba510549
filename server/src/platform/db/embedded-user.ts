import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export type SystemUser = { uid: number; gid: number };

/** Where a service of root keeps what other users must read: a home folder is closed to them. */
export const rootsOwnFolder = '/var/lib/lectern';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root: a service of root runs it as this user, which owns nothing else. */
export const postgresUserName = 'lectern-postgres';

/** A user by name, as the system's own file has it. */
export const userNamed = (name: string): SystemUser | undefined => {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = (line ?? '').split(':').map(Number);
    // macOS writes some of them as negative numbers.
    return uid && gid ? { uid: uid >>> 0, gid: gid >>> 0 } : undefined;
  } catch {
    // A bare container may have no such file.
    return undefined;
  }
};

/** Ran PostgreSQL before it had a user of its own. Other services may run as nobody, too. */
export const findNobodyUser = (): SystemUser => userNamed('nobody') ?? { uid: 65534, gid: 65534 };

const modeFor = (path: string, user: SystemUser): number => {
  const { mode, uid, gid } = statSync(path);
  if (uid === user.uid) return (mode >> 6) & 7;
  return gid === user.gid ? (mode >> 3) & 7 : mode & 7;
};

/** Whether the user may pass through every folder above the path and read and enter (or run) what lies there. */
export const canReach = (path: string, user: SystemUser): boolean =>
  (modeFor(path, user) & 5) === 5 && canPassAbove(path, user);

export const canPassAbove = (path: string, user: SystemUser): boolean => {
  const above = dirname(path);
  if (above === path) return true;
  return (modeFor(above, user) & 1) === 1 && canPassAbove(above, user);
};

/** With exactly this mode, whatever the umask; a folder that was there before is left as it is. */
export const makeFolder = (path: string, mode: number): void => {
  const first = mkdirSync(path, { recursive: true });
  if (first !== undefined) chmodSync(path, mode);
};
