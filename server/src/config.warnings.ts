import { type Raw, settings } from './config.table.ts';
import { isThisMachine } from './config.together.ts';
import { isLoopback } from './platform/http/networks.ts';
import { nearestOf } from './platform/nearest.ts';

/** Variables of our own tools, samples and tests that are no settings of the server. */
export const toolVariables =
  /^LECTERN_(?:HOME|DOMAIN|IMAGE|MEMORY|UPSTREAM|TOKEN|MEDIA_LOG|(?:TEST|BENCH|DEV)_\w+)$/;

const prefix = 'LECTERN_';

/** Without the prefix, so that `LECTERN_SMTP_URL` is near `SMTP_URL`. */
const shortNames = new Map(Object.keys(settings).map((name) => [name.replace(prefix, ''), name]));

function warningOf(name: string): string {
  const nearest = nearestOf(name.slice(prefix.length).toUpperCase(), [...shortNames.keys()]);
  const meant = nearest === undefined ? '' : `; did you mean ${shortNames.get(nearest)}?`;
  return `${name} is not a setting and has no effect${meant}`;
}

/** A warning and no refusal: an upgrade may drop a setting, and the installation has to start (docs/decisions/0205). */
const warningsOfNames = (environment: NodeJS.ProcessEnv): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && environment[name]?.trim())
    .filter((name) => !Object.hasOwn(settings, name) && !toolVariables.test(name))
    .sort()
    .map(warningOf);

/** Whether browsers on other machines are sent to an address that is their own machine. */
export const isMediaUnreachable = (
  values: Pick<Raw, 'LECTERN_URL' | 'LECTERN_MEDIA_ADDRESS' | 'LIVEKIT_URL'>,
): boolean => {
  const { LECTERN_URL: url, LECTERN_MEDIA_ADDRESS: address } = values;
  const isOwn = isLoopback(address) || ['localhost', 'loopback'].includes(address);
  return !values.LIVEKIT_URL && isOwn && url?.protocol === 'https:' && !isThisMachine(url);
};

/** Sentences about settings that are valid, and probably not what was meant. */
export function warningsOf(values: Raw, environment: NodeJS.ProcessEnv): string[] {
  const warnings = warningsOfNames(environment);
  if (isMediaUnreachable(values)) {
    warnings.push(
      `LECTERN_URL is https, and LECTERN_MEDIA_ADDRESS is ${values.LECTERN_MEDIA_ADDRESS}: people on other machines enter calls without sound and picture. Set LECTERN_MEDIA_ADDRESS to the public IP address of this machine`,
    );
  }
  if ((values.LECTERN_BBB_SECRET?.length ?? 64) < 64) {
    warnings.push(
      'LECTERN_BBB_SECRET has fewer than 64 characters: Moodle refuses it for the reports of meetings. Set 64 letters and digits',
    );
  }
  return warnings;
}
