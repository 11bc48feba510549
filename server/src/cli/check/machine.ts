import { existsSync } from 'node:fs';
import { freeBytesIn } from '../../platform/disk/space.ts';
import { isDataFolderHeld } from '../../startup/data-folder.ts';
import { startCommands } from '../invocation.ts';
import { ownUrlOf } from './address.ts';
import { readinessIn } from './ask.ts';
import { type Check, type CheckContext, type CheckResult, fault, ok, warning } from './finding.ts';

async function checkSettings({ installation }: CheckContext): Promise<CheckResult[]> {
  if (installation.warnings.length === 0) return [ok('valid, and none is unknown')];
  return installation.warnings.map(warning);
}

async function checkServer({ config, own }: CheckContext): Promise<CheckResult[]> {
  const { host } = ownUrlOf(config);
  const answer = await own;
  if (answer instanceof Error) {
    return isDataFolderHeld(config.LECTERN_DATA_DIR)
      ? [fault(`Lectern has the data folder, and nothing answers at ${host}: look at the end of its log`)]
      : [
          warning(
            `does not run (nothing answers at ${host}). Start it with ${startCommands}, and check again`,
          ),
        ];
  }
  const found = readinessIn(answer);
  if (!found) {
    return [
      fault(`another program answers at ${host} (status ${answer.status}): stop it, or choose another PORT`),
    ];
  }
  if (!found.isReady) return [warning(`is starting or stopping at ${host}: check again`)];
  const down = found.down.map((name) => fault(`the server does not reach its dependency ${name}`));
  return [ok(`runs at ${host}`), ...down];
}

const inGb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

async function checkDisk({ config }: CheckContext): Promise<CheckResult[]> {
  const { LECTERN_DATA_DIR: folder, LECTERN_MIN_FREE_DISK: least } = config;
  if (!existsSync(folder)) return [warning(`there is no ${folder} yet: the first start makes it`)];
  const free = await freeBytesIn(folder);
  const message = `${inGb(free)} are free on the disk of ${folder}`;
  const need = `${inGb(least)} have to stay free (LECTERN_MIN_FREE_DISK)`;
  if (free < least) return [fault(`${message}, and ${need}: no recording and no upload begins`)];
  if (free < 2 * least) return [warning(`${message}, and ${need}: make room soon`)];
  return [ok(message)];
}

const noticed = 5;
/** Tokens, sign-ins and signatures of a storage allow a minute and more. */
const tooMuch = 60;

async function checkClock({ config, address, databaseAhead }: CheckContext): Promise<CheckResult[]> {
  const answer = await address;
  const clocks = [
    ['the database', databaseAhead],
    [config.LECTERN_URL.host, answer instanceof Error ? undefined : answer.aheadSeconds],
  ] as const;
  const known = clocks.filter((clock): clock is [string, number] => clock[1] !== undefined);
  if (known.length === 0)
    return [warning('nothing to compare the clock with: check that NTP runs (timedatectl)')];
  return known.map(([name, ahead]) => {
    const off = Math.abs(ahead);
    const message = `${off.toFixed(1)} s ${ahead < 0 ? 'ahead of' : 'behind'} that of ${name}`;
    if (off < noticed) return ok(message);
    const advice = 'let NTP set the clocks of all machines';
    return off < tooMuch ? warning(`${message}: ${advice}`) : fault(`${message}: ${advice}`);
  });
}

export const machineChecks: Check[] = [
  { name: 'settings', run: checkSettings },
  { name: 'server', run: checkServer },
  { name: 'disk', run: checkDisk },
  { name: 'clock', run: checkClock },
];
