import { once } from 'node:events';
import { connect } from 'node:net';
import { isMediaUnreachable } from '../../config.warnings.ts';
import { LiveKitEngine } from '../../engines/media/livekit.ts';
import { seconds } from '../../platform/clock.ts';
import { isLoopback } from '../../platform/http/networks.ts';
import { hostOf, mayReach } from '../../platform/http/outgoing/targets.ts';
import { whyUnreachable } from '../../platform/unreachable.ts';
import { certificateResult, hostAddresses } from './address.ts';
import { readinessIn, timings } from './ask.ts';
import { type Check, type CheckContext, type CheckResult, fault, ok, warning } from './finding.ts';

const tryOutside = 'A phone without Wi-Fi shows at /diagnostics whether UDP passes the firewall';

const isPublic = (address: string): boolean => mayReach(address, []);

async function opens(host: string, port: number): Promise<Error | undefined> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timings.answerMs) });
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    socket.destroy();
  }
}

async function checkOwnMedia({ config, own }: CheckContext): Promise<CheckResult> {
  const { LECTERN_URL: url, LECTERN_MEDIA_ADDRESS: address, LECTERN_MEDIA_TCP_PORT: port } = config;
  if (isMediaUnreachable(config)) {
    return fault(
      `people on other machines have no sound and picture, since LECTERN_MEDIA_ADDRESS is ${address}: set it to the public IP address of this machine`,
    );
  }
  if (isLoopback(address) || ['localhost', 'loopback'].includes(address)) {
    return ok(`${address}: for browsers on this machine alone`);
  }
  const urls = await hostAddresses(hostOf(url)).catch(() => []);
  if (urls.some(isPublic) && !isPublic(address)) {
    return fault(
      `LECTERN_MEDIA_ADDRESS is ${address}, which is no public address, and ${hostOf(url)} has one: people outside of this network have no sound and picture`,
    );
  }
  const answer = await own;
  if (answer instanceof Error || readinessIn(answer) === undefined) {
    return warning(`the ports of ${address} are not tried, since Lectern does not run`);
  }
  const error = await opens(address, port);
  if (!error) return ok(`port ${port}/tcp of ${address} opens from here. ${tryOutside}`);
  return warning(
    `port ${port}/tcp of ${address} does not open from here: ${whyUnreachable(error)}. This may be a router that does not lead back inside. ${tryOutside}`,
  );
}

async function checkMedia(context: CheckContext): Promise<CheckResult> {
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret } = context.config;
  if (!url || !apiKey || !apiSecret) return checkOwnMedia(context);
  const works = await new LiveKitEngine({ url: url.href, apiKey, apiSecret }).health();
  return works
    ? ok(`the LiveKit server at ${url.host} answers. ${tryOutside}`)
    : fault(
        `the LiveKit server at ${url.host} does not answer: start it, or correct LIVEKIT_URL and its key`,
      );
}

/** Browsers always use port 443 of the relay's name. */
const relayPort = 443;

async function checkRelay({ config: { LECTERN_TURN_DOMAIN: domain } }: CheckContext): Promise<CheckResult[]> {
  return domain ? [await certificateResult(domain, relayPort)] : [];
}

export const mediaChecks: Check[] = [
  { name: 'media', run: checkMedia, withinMs: seconds(30) },
  { name: 'relay', run: checkRelay },
];
