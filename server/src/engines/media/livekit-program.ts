import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

type Version = [major: number, minor: number, patch: number];

const versionMs = 5_000;

function versionIn(text: string): Version | undefined {
  const [, major, minor, patch] = /^(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Whether a version is of the same 1.13 as ours and not older. */
function mayReplace(found: string, ours: string): boolean {
  const [a, b] = [versionIn(found), versionIn(ours)];
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1] && a[2] >= b[2];
}

/** The program that a shell would start. */
async function onPath(path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((each) => each !== '')) {
    const file = resolve(folder, 'livekit-server');
    const isProgram = async () => {
      await access(file, constants.X_OK);
      return (await stat(file)).isFile();
    };
    if (await isProgram().catch(() => false)) return file;
  }
  return undefined;
}

async function versionOf(file: string): Promise<string | undefined> {
  try {
    // A program that hangs may ignore a polite signal.
    const options = { timeout: versionMs, killSignal: 'SIGKILL' } as const;
    const { stdout } = await promisify(execFile)(file, ['--version'], options);
    return /^livekit-server version (\S+)$/m.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

export interface LiveKitProgram {
  file: string;
  version: string;
  /** Whether it is the one of this folder (`.cache/engines`), which may be missing. */
  isOurs: boolean;
  /** A program on PATH that cannot take its place. */
  unsuitable?: { file: string; version: string | undefined };
}

/**
 * Chooses the LiveKit server to start: the `livekit-server` on PATH if its version is ours or a newer patch of it, else
 * ours.
 *
 * @param root the folder with `engines/livekit/version.json`
 * @param path folders as in the environment variable PATH
 */
export async function chooseLiveKit(root: string, path: string): Promise<LiveKitProgram> {
  const { version: ours } = JSON.parse(await readFile(join(root, 'engines/livekit/version.json'), 'utf8'));
  const own = { file: join(root, '.cache/engines', `livekit-server-${ours}`), version: ours, isOurs: true };
  const found = await onPath(path);
  if (!found) return own;
  const version = await versionOf(found);
  if (version !== undefined && mayReplace(version, ours)) return { file: found, version, isOurs: false };
  return { ...own, unsuitable: { file: found, version } };
}

// `npm start` asks by `node server/src/engines/media/livekit-program.ts <PATH>` whether it has to get one: it prints
// the program on PATH, or nothing.
if (import.meta.main) {
  const { file, isOurs } = await chooseLiveKit(
    resolve(import.meta.dirname, '../../../..'),
    process.argv[2] ?? '',
  );
  if (!isOurs) process.stdout.write(`${file}\n`);
}
