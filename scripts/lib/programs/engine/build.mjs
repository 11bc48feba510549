import { join } from 'node:path';
import { root } from '../../paths.mjs';
import { runCommand } from '../../processes.mjs';
import { startStep } from '../../progress.mjs';

/** The user's settings for other builds (target, workspace, vendoring) must not affect this one. */
function buildEnvironment(extra) {
  const { GOOS, GOARCH, GOFLAGS, GOEXPERIMENT, ...env } = process.env;
  return {
    ...env,
    CGO_ENABLED: '0',
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
    GOFLAGS: '-mod=readonly',
    ...extra,
  };
}

export async function goVersion(go) {
  const [line = ''] = await runCommand(go, ['version'], { env: buildEnvironment(), timeout: 20_000 });
  return line.match(/go(\d+\.\d+(?:\.\d+)?)/)?.[1] ?? null;
}

export function isAtLeast(version, minimum) {
  const [a, b] = [version, minimum].map((text) => text.split('.').map(Number));
  return a[0] !== b[0] ? a[0] > b[0] : (a[1] ?? 0) >= (b[1] ?? 0);
}

function explain(error) {
  const lines = (error.lines ?? []).filter((line) => !line.startsWith('go: downloading')).slice(-3);
  return [error.message, ...lines].join('; ');
}

/**
 * Builds a server from its folder in engines/: go.sum pins every byte of every module. An interrupted build loses
 * little, since Go caches what it has compiled.
 */
export async function buildWithGo(go, draft, { source, env = {} }) {
  const cwd = join(root, 'engines', source.folder);
  const step = startStep(`Building ${source.title} with Go (once, a few minutes)`);
  const run = (args, onLine) =>
    runCommand(go, args, { cwd, env: buildEnvironment(env), onLine, timeout: source.limitMs });
  try {
    let modules = 0;
    let packages = 0;
    await run(['list', '-deps', source.package], (line) => {
      if (line.startsWith('go: downloading')) step.update(`fetching sources, ${++modules} modules so far`);
      else packages += 1;
    });
    let built = 0;
    step.update('compiling');
    const ldflags = ['-s -w', ...(source.variables ?? []).map((variable) => `-X ${variable}`)].join(' ');
    const args = ['build', '-v', '-trimpath', '-buildvcs=false', `-ldflags=${ldflags}`, '-o', draft];
    await run([...args, source.package], () =>
      step.update(`compiling, ${Math.min(++built, packages)} of at most ${packages} packages`),
    );
    step.done(`Built ${source.title}`);
  } catch (error) {
    step.fail('The build with Go failed');
    throw new Error(explain(error));
  }
}
