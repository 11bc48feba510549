import { readdirSync } from 'node:fs';
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

/** Downloads a package of the system and unpacks it below a folder. Nothing is installed, and no service starts. */
export async function unpackWithApt(name, folder) {
  const apt = findOnPath('apt-get');
  if (!apt) throw new Error('no apt-get');
  const step = startStep(`Fetching ${name} from the packages of the system`);
  const download = () => runCommand(apt, ['download', name], { cwd: folder, timeout: LIMIT_MS });
  try {
    await download().catch(async (error) => {
      if (process.getuid?.() !== 0) throw error;
      await runCommand(apt, ['update'], { timeout: LIMIT_MS });
      await download();
    });
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
    await runCommand('dpkg-deb', ['-x', archive ?? '', '.'], { cwd: folder, timeout: LIMIT_MS });
    step.done(`Fetched ${name} from the packages of the system`);
  } catch (error) {
    step.fail(`The package ${name} could not be downloaded`);
    throw new Error([error.message, ...(error.lines ?? []).slice(-2)].join('; '));
  }
}
