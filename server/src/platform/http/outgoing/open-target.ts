import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { abortOnSignal } from '../../concurrency/abort-on-signal.ts';
import type { Cidr } from '../networks.ts';
import { addressesOf, parseTarget, pinnedTo, type Resolve } from './targets.ts';

/** Where a URL that a person chose may lead: the rules are those of webhooks. */
export interface Reach {
  allowedNetworks: Cidr[];
  resolve: Resolve;
}

const mostHeaderBytes = 16_384;
/** Sites lead from http to https, and from one name to another. */
const mostRedirects = 3;

interface Opening {
  reach: Reach;
  signal: AbortSignal;
  /** The header `Accept`. */
  accept: string;
}

/** One request on a connection of its own to the checked addresses alone. */
async function ask(url: URL, { reach, signal, accept }: Opening): Promise<IncomingMessage> {
  const addresses = await abortOnSignal(addressesOf(url, reach.allowedNetworks, reach.resolve), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    ...{ signal, agent: false, lookup: pinnedTo(addresses), maxHeaderSize: mostHeaderBytes },
    headers: { accept, 'accept-encoding': 'identity', connection: 'close' },
  };
  const outgoing = url.protocol === 'https:' ? getSecurely(url, options) : getPlain(url, options);
  outgoing.on('response', resolve);
  outgoing.on('error', reject);
  return promise;
}

/**
 * Opens what is at an address, also after redirects, each of which is checked anew. The caller destroys the response.
 * @returns undefined if there is nothing
 * @throws TargetRefused, TargetUnknown, the error of the system, TLS or the HTTP parser; the reason of `signal`
 */
export async function openTarget(address: string, opening: Opening): Promise<IncomingMessage | undefined> {
  let next = address;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const url = parseTarget(next);
    const answer = await ask(url, opening);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return answer;
    answer.destroy();
    const isMoved = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
    if (!isMoved || !URL.canParse(headers.location ?? '', url)) return undefined;
    next = new URL(headers.location ?? '', url).href;
  }
  return undefined;
}
