import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, readEngineVersion, root } from '../paths.mjs';
import { runCommand } from '../processes.mjs';
import { withFetchedGo, withInstalledGo } from './engine/go.mjs';
import { findOnPath } from './on-path.mjs';
import { ensureTool } from './tool.mjs';

/** go.mod is the only place with the version. */
function readVersion({ name, module }) {
  const text = readFileSync(join(root, 'engines', name, 'go.mod'), 'utf8');
  const required = text.split('\n').find((line) => line.startsWith(`require ${module} v`));
  if (!required) throw new Error(`engines/${name}/go.mod names no version`);
  return required.slice(`require ${module} v`.length).trim();
}

async function build(tool, buildWith) {
  const version = tool.version ?? readVersion(tool);
  const binary = join(cache, 'engines', `${tool.name}-${version}`);
  const draft = `${binary}.part`;
  mkdirSync(dirname(binary), { recursive: true });
  const source = {
    title: `${tool.titleOf(version)} for ${tool.users ?? 'the tests'}`,
    folder: tool.name,
    package: tool.package ?? tool.module,
    // A network that drops packets must not delay the tests.
    limitMs: 600_000,
    variables: tool.versionVariable ? [`${tool.versionVariable}=${version}`] : [],
  };
  try {
    await buildWith(draft, { go: readEngineVersion().go, source });
    renameSync(draft, binary);
    return binary;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Built here, if no other one is to be used: with this machine's tools, or downloaded ones. */
const buildWays = (tool) => [
  ['build with the Go of this machine', () => build(tool, withInstalledGo)],
  ['build with a fetched Go', () => build(tool, withFetchedGo)],
];

/** A program of our own in `engines/<name>`. Its version is a hash of its sources, so that a change is noticed. */
export function ensureOwnGoTool(tool) {
  const folder = join(root, 'engines', tool.name);
  const hash = createHash('sha256');
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
  const version = hash.digest('hex').slice(0, 12);
  const { what, setting, runs } = tool;
  const ways = buildWays({ ...tool, version, titleOf: () => what, package: '.' });
  return ensureTool({ name: `${tool.name}-${version}`, what, setting, runs, ways });
}

/**
 * The path of a server for the tests that is written in Go and pinned in `engines/<name>/go.mod`: the one in the
 * setting, one on PATH, an earlier build, or else a new build.
 */
export function ensureGoTool(tool) {
  const { name, what, setting, versionArgument, isRight } = tool;
  const runs = async (path) => {
    try {
      return (await runCommand(path, [versionArgument], { timeout: 20_000 })).some(isRight);
    } catch {
      return false;
    }
  };
  return ensureTool({
    ...{ name, what, setting, runs },
    ways: [['installed', async () => findOnPath(name)], ...buildWays(tool)],
  });
}
