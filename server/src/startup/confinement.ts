import { join } from 'node:path';
import type { Config } from '../config.ts';
import { checkConfinement } from '../engines/confined/check.ts';
import type { Logger } from '../platform/logging/log.ts';

/** Logs once how far this system confines the programs that read videos and recordings. */
export async function logConfinement({ root }: Config, log: Logger): Promise<void> {
  const check = await checkConfinement({ programs: join(root, 'recorder'), secret: join(root, 'LICENSE') });
  const { limits, network, files } = check;
  if (limits && network && files) {
    log.info(check, 'programs that read videos have limits, no network and no access to other files');
    return;
  }
  log.warn(
    check,
    'programs that read videos are not fully confined: a file that exploits FFmpeg could reach the network or the keys of this server; the fields that are false name what this system does not enforce. See docs/operators/security.md, section 22',
  );
}
