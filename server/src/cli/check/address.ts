import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isThisMachine } from '../../config.together.ts';
import type { Config } from '../../config.ts';
import { socketPath } from '../../engines/socket/socket.ts';
import { now, seconds } from '../../platform/clock.ts';
import { hostOf } from '../../platform/http/outgoing/targets.ts';
import { connectionFault, whyUnreachable } from '../../platform/unreachable.ts';
import { type Answer, ask, certificateAt, readinessIn } from './ask.ts';
import { type Check, type CheckContext, type CheckResult, fault, ok, warning } from './finding.ts';

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);

/** The addresses of a host; it may be one. @throws the error of the DNS */
export async function hostAddresses(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

async function checkDns({ config: { LECTERN_URL: url } }: CheckContext): Promise<CheckResult> {
  const host = hostOf(url);
  if (isThisMachine(url)) {
    return ok(`${host}: this machine alone. For others set LECTERN_URL to a name that leads here`);
  }
  try {
    return ok(`${host} is ${(await hostAddresses(host)).join(', ')}`);
  } catch (error) {
    return fault(
      `${host}: ${whyUnreachable(error)}. Make a DNS entry with the address of this machine or its proxy`,
    );
  }
}

/** Where this node's own server listens. */
export const ownUrlOf = ({ HOST: host, PORT: port }: Config): URL => {
  const shown = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new URL(`http://${isIP(shown) === 6 ? `[${shown}]` : shown}:${port}`);
};

function resultOfProxy(
  answer: Answer,
  { config, isOwnReady }: { config: Config; isOwnReady: boolean },
): CheckResult {
  const { LECTERN_URL: url } = config;
  const { status, headers } = answer;
  if (status >= 300 && status < 400) {
    return fault(
      `${url.origin} redirects to ${headers.location}: LECTERN_URL has to be the address that people see`,
    );
  }
  if ([502, 503, 504].includes(status)) {
    const own = ownUrlOf(config).host;
    return isOwnReady
      ? fault(
          `the proxy at ${url.origin} does not reach Lectern (status ${status}): its target has to be ${own}`,
        )
      : warning(`the proxy at ${url.origin} answers with status ${status}, since Lectern does not run here`);
  }
  return fault(
    `something else than Lectern answers at ${url.origin} (status ${status}): check the name and the proxy`,
  );
}

/** WebSockets of the chat and of signalling pass the same proxy. */
async function checkUpgrade({ LECTERN_URL: url, CENTRIFUGO_URL: elsewhere }: Config): Promise<CheckResult[]> {
  if (elsewhere) return [];
  const handshake = {
    ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
    // 16 bytes, as the protocol wants them.
    'sec-websocket-key': Buffer.from('check of Lectern').toString('base64'),
  };
  const answer = await ask(new URL(socketPath, url.origin), handshake).catch((error: Error) => error);
  if (answer instanceof Error) return [fault(`WebSockets at ${url.origin}: ${whyUnreachable(answer)}`)];
  if (answer.status === 101) return [ok(`WebSockets pass at ${url.origin}`)];
  return [
    fault(
      `the proxy at ${url.origin} does not pass WebSockets on (status ${answer.status}): the chat and calls need them on every path`,
    ),
  ];
}

async function checkAddress({ config, own, address }: CheckContext): Promise<CheckResult[]> {
  const { LECTERN_URL: url } = config;
  const [ownAnswer, answer] = await Promise.all([own, address]);
  const isOwnReady = !(ownAnswer instanceof Error) && readinessIn(ownAnswer)?.isReady === true;
  if (answer instanceof Error) {
    const message = `nothing answers at ${url.origin}: ${whyUnreachable(answer)}`;
    if (!isOwnReady) return [warning(`${message}. Start Lectern and check again`)];
    return [fault(`${message}. Check the proxy, the firewall, and where the name leads`)];
  }
  const found = readinessIn(answer);
  if (!found) return [resultOfProxy(answer, { config, isOwnReady })];
  if (!found.isReady) return [warning(`Lectern at ${url.origin} is starting or stopping: check again`)];
  return [ok(`Lectern answers at ${url.origin}`), ...(await checkUpgrade(config))];
}

const leastDays = 14;

/** Judges the certificate that a host presents at a port. */
export async function certificateResult(host: string, port: number): Promise<CheckResult> {
  const found = await certificateAt(host, port).catch((error: Error) => error);
  if (found instanceof Error) return warning(`no certificate of ${host}: ${whyUnreachable(found)}`);
  const { problem, from, until } = found;
  if (problem !== undefined) {
    return fault(
      `${host}: ${connectionFault({ code: problem }) ?? `its certificate is not valid (${problem})`}`,
    );
  }
  const leftMs = until.getTime() - now().getTime();
  const days = Math.floor(leftMs / seconds(86_400));
  const message = `that of ${host} is valid for ${days} days`;
  // Some authorities make certificates for a few days only.
  const isLate = leftMs < (until.getTime() - from.getTime()) / 4;
  return days < leastDays && isLate ? warning(`${message}: check why it was not renewed`) : ok(message);
}

async function checkCertificate({ config: { LECTERN_URL: url } }: CheckContext): Promise<CheckResult[]> {
  if (url.protocol === 'https:') return [await certificateResult(hostOf(url), portOf(url))];
  if (isThisMachine(url)) return [];
  return [warning('LECTERN_URL is http: browsers allow camera and microphone on https pages only')];
}

export const addressChecks: Check[] = [
  { name: 'dns', run: checkDns },
  { name: 'address', run: checkAddress, withinMs: seconds(40) },
  { name: 'certificate', run: checkCertificate },
];
