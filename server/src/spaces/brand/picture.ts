import { get as getPlain, type IncomingMessage } from 'node:http';
import { get as getSecurely } from 'node:https';
import { abortOnSignal } from '../../platform/concurrency/abort-on-signal.ts';
import type { Cidr } from '../../platform/http/networks.ts';
import { addressesOf, parseTarget, pinnedTo, type Resolve } from '../../platform/http/outgoing/targets.ts';

export interface LoadedPicture {
  type: string;
  bytes: Buffer;
}

/** Where pictures may be loaded from: the rules are those of webhooks. */
export interface Reach {
  allowedNetworks: Cidr[];
  resolve: Resolve;
}

export const largestPicture = 512 * 1024;
const mostHeaderBytes = 16_384;
/** Sites lead from http to https, and from one name to another. */
const mostRedirects = 3;

/** Types with the hexadecimal digits of their first bytes; a dot is any digit. */
const signatures: [type: string, begin: RegExp][] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
];
/** The element follows a declaration, a document type or a comment. A browser that shows it runs nothing in it. */
const svg = /^\uFEFF?\s*<(?:svg[\s>]|[?!].*?<svg[\s>])/s;

/** The type of a picture by its first bytes; undefined for what is none. The type that a server states does not count. */
export function typeOfPicture(bytes: Buffer): string | undefined {
  const hex = bytes.subarray(0, 16).toString('hex');
  const found = signatures.find(([, begin]) => begin.test(hex));
  if (found) return found[0];
  return svg.test(bytes.subarray(0, 4096).toString()) ? 'image/svg+xml' : undefined;
}

/** Reads the body up to the limit; undefined for a longer one. */
async function bodyOf(answer: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > largestPicture) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** One request on a connection of its own to the checked addresses alone. */
async function ask(url: URL, reach: Reach, signal: AbortSignal): Promise<IncomingMessage> {
  const addresses = await abortOnSignal(addressesOf(url, reach.allowedNetworks, reach.resolve), signal);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = {
    ...{ signal, agent: false, lookup: pinnedTo(addresses), maxHeaderSize: mostHeaderBytes },
    headers: { accept: 'image/*', 'accept-encoding': 'identity', connection: 'close' },
  };
  const outgoing = url.protocol === 'https:' ? getSecurely(url, options) : getPlain(url, options);
  outgoing.on('response', resolve);
  outgoing.on('error', reject);
  return promise;
}

/**
 * Loads the picture at an address.
 * @returns undefined if there is none that we show
 * @throws TargetRefused, TargetUnknown, the error of the system, TLS or the HTTP parser; the reason of `signal`
 */
export async function loadPicture(
  address: string,
  { reach, signal, redirects = 0 }: { reach: Reach; signal: AbortSignal; redirects?: number },
): Promise<LoadedPicture | undefined> {
  const url = parseTarget(address);
  const answer = await ask(url, reach, signal);
  try {
    const { statusCode = 0, headers } = answer;
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      if (redirects === mostRedirects || !URL.canParse(headers.location, url)) return undefined;
      const next = new URL(headers.location, url).href;
      answer.destroy();
      return await loadPicture(next, { reach, signal, redirects: redirects + 1 });
    }
    if (statusCode !== 200) return undefined;
    const bytes = await bodyOf(answer);
    const type = bytes && typeOfPicture(bytes);
    return bytes && type !== undefined ? { type, bytes } : undefined;
  } finally {
    answer.destroy();
  }
}
