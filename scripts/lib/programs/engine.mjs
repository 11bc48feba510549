import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withLock } from '../lock.mjs';
import { engineBinary, node, readEngineVersion, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { settingOf } from '../settings.mjs';
import { fromArchive } from './engine/archive.mjs';
import { withFetchedGo, withInstalledGo } from './engine/go.mjs';

async function isVersion(file, version) {
  const lines = await runCommand(file, ['--version'], { timeout: 20_000 });
  return lines.some((line) => line.trim() === `livekit-server version ${version}`);
}

const sourceOf = ({ version }) => ({
  title: `LiveKit ${version}`,
  folder: 'livekit',
  package: 'github.com/livekit/livekit-server/cmd/server',
});

const fromInstalledGo = (draft, engine) =>
  withInstalledGo(draft, { go: engine.go, source: sourceOf(engine) });
const fromFetchedGo = (draft, engine) => withFetchedGo(draft, { go: engine.go, source: sourceOf(engine) });

const ways = [
  ['release archive', fromArchive],
  ['build with the Go of this machine', fromInstalledGo],
  ['build with a fetched Go', fromFetchedGo],
];

/** Tries each source in turn and takes the first binary with the wanted version. */
export async function obtain(binary, engine, attempts = ways) {
  const draft = `${binary}.part`;
  const problems = [];
  mkdirSync(dirname(binary), { recursive: true });
  for (const [name, attempt] of attempts) {
    rmSync(draft, { force: true });
    try {
      await attempt(draft, engine);
      chmodSync(draft, 0o755);
      if (!(await isVersion(draft, engine.version))) throw new Error('the binary has another version');
      renameSync(draft, binary);
      return;
    } catch (error) {
      problems.push(`  ${name}: ${error.message}`);
    }
  }
  rmSync(draft, { force: true });
  throw new Error(
    [
      `No LiveKit server ${engine.version} could be had:`,
      ...problems,
      'Set LIVEKIT_URL (with LIVEKIT_API_KEY and LIVEKIT_API_SECRET) to use one that runs elsewhere,',
      `or put livekit-server ${engine.version} or a newer patch of it on PATH, and start again.`,
    ].join('\n'),
  );
}

/** The program on PATH that the server would start; the server alone has the rule. */
async function foundByServer() {
  const rule = join(root, 'server/src/engines/media/livekit-program.ts');
  const [found] = await runCommand(node, [rule, process.env.PATH ?? ''], { timeout: 20_000 });
  return found?.trim();
}

/** Makes sure that the media server's binary exists. @returns whether something had to be done */
export async function ensureEngine() {
  const engine = readEngineVersion();
  const binary = engineBinary(engine.version);
  // Renamed only after the check of its version, so the file's existence is enough.
  if (settingOf('LIVEKIT_URL') || existsSync(binary)) return false;
  return withLock('engine', async () => {
    if (existsSync(binary) || (await foundByServer())) return false;
    await obtain(binary, engine);
    return true;
  });
}
