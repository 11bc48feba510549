import { runCommand } from '../processes.mjs';
import { startStep } from '../progress.mjs';
import { findOnPath } from './on-path.mjs';

const LIMIT_MS = 300_000;

/** Installs system packages if we may: as root, on a system with apt-get. */
export async function installWithApt(title, packages) {
  const apt = findOnPath('apt-get');
  if (!apt || process.getuid?.() !== 0) throw new Error('no apt-get that we may use');
  const step = startStep(`Installing the ${title} package of the system`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => {
    return runCommand(apt, args, {
      env,
      timeout: LIMIT_MS,
      onLine: (line) => step.update(line.slice(0, 80)),
    });
  };
  try {
    await run(['update']);
    await run(['install', '-y', '--no-install-recommends', ...packages]);
    step.done(`Installed the ${title} package of the system`);
  } catch (error) {
    step.fail(`The system package ${title} could not be installed`);
    throw new Error([error.message, ...(error.lines ?? []).slice(-2)].join('; '));
  }
}
