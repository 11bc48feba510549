import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { withFetchedGo, withInstalledGo } from './engine/go.mjs';
import { findOnPath } from './on-path.mjs';
import { cache, readEngineVersion, root } from './paths.mjs';
import { runCommand } from './processes.mjs';
import { ensureTool } from './tool.mjs';

const MODULE = 'github.com/centrifugal/centrifugo/v5';

/** go.mod is the one place that names the version. */
function readVersion() {
  const text = readFileSync(join(root, 'engines/centrifugo/go.mod'), 'utf8');
  const version = text.match(/^require github\.com\/centrifugal\/centrifugo\/v5 v(\S+)$/m)?.[1];
  if (!version) throw new Error('engines/centrifugo/go.mod names no version');
  return version;
}

/** Any 5.x speaks the interface that we use; another major version has another configuration. */
async function runs(path) {
  try {
    const lines = await runCommand(path, ['version'], { timeout: 20_000 });
    return lines.some((line) => /^Centrifugo v5\./.test(line));
  } catch {
    return false;
  }
}

async function build(buildWith) {
  const version = readVersion();
  const binary = join(cache, 'engines', `centrifugo-${version}`);
  const draft = `${binary}.part`;
  mkdirSync(dirname(binary), { recursive: true });
  const source = {
    title: `Centrifugo ${version} for the tests`,
    folder: 'centrifugo',
    package: MODULE,
    // A network that swallows packets must not keep the tests from the rest.
    limitMs: 600_000,
    variables: [`${MODULE}/internal/build.Version=${version}`],
  };
  try {
    await buildWith(draft, { go: readEngineVersion().go, source });
    renameSync(draft, binary);
    return binary;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The path of a Centrifugo for the tests; LECTERN_TEST_CENTRIFUGO names one and is believed. */
export function ensureCentrifugo() {
  return ensureTool({
    name: 'centrifugo',
    what: 'Centrifugo 5',
    setting: 'LECTERN_TEST_CENTRIFUGO',
    runs,
    ways: [
      ['installed', async () => findOnPath('centrifugo')],
      ['build with the Go of this machine', () => build(withInstalledGo)],
      ['build with a fetched Go', () => build(withFetchedGo)],
    ],
  });
}
