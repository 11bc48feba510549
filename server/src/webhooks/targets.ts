import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import ipaddr from 'ipaddr.js';
import { type Cidr, isIn } from '../platform/http/networks.ts';
import { parseWebAddress } from '../platform/web-address.ts';

/** An address that a webhook may not have, in a sentence for the owner. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

/** The target's name leads nowhere now; it may tomorrow. */
export class TargetUnknown extends Error {
  override name = 'TargetUnknown';
}

/** Every address that a host's name has now. */
export type Resolve = (host: string) => Promise<string[]>;

// Azure answers machines' questions about themselves here, on an address that looks public.
const alsoRefused: Cidr[] = [[ipaddr.parse('168.63.129.16'), 32]];
/** What the world's registries give out; everything else in IPv6 is special in some way. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** IPv4 behind two colons: deprecated, and read by our parser as the IPv4 address that it is not. */
const ipv4Compatible = /^::\d+\./;

/** May a webhook reach this address? Everything that is not plainly public is refused unless it was named. */
export function mayReach(address: string, allowed: Cidr[]): boolean {
  if (ipv4Compatible.test(address)) return false;
  if (isIn(allowed, address)) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || isIn(alsoRefused, address)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6);
}

const dnsTimeout = { timeout: 1500, tries: 2 };
const hostsFile = '/etc/hosts';

/** What the operator wrote down for a name on this machine. */
async function inHostsFile(host: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address, ...names]) => (address && names.includes(host) ? [address] : []));
}

/**
 * Asks the hosts file, then the name servers, without the system's own way: that holds one of few threads for as long
 * as a name server takes, and whose name it is decides how long, so that one owner's name could hold up all other
 * targets. Only a name without a dot goes that way, in the end: the operator's own search list completes it.
 */
export const resolveHost: Resolve = async (host) => {
  const written = await inHostsFile(host.replace(/\.$/, ''));
  if (written.length > 0) return written;
  const resolver = new Resolver(dnsTimeout);
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const codes = answers.map((answer) => answer.status === 'rejected' && String(answer.reason?.code));
  if (codes.includes('ETIMEOUT')) throw new TargetUnknown('the name servers did not answer in time');
  const nowhere = new TargetUnknown('its name leads to no address');
  if (host.includes('.')) throw nowhere;
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw nowhere;
  }
};

/** A name or an address, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * What may be said of an address before its name is resolved.
 * @throws TargetRefused
 */
export function parseTarget(text: string): URL {
  const url = parseWebAddress(text);
  if (!url) throw new TargetRefused('must be an http or https address without a user name or a password');
  return url;
}

/**
 * Finds the addresses of a target and refuses it when one of them may not be reached: a name that leads
 * both outside and inside is refused whole. Decimal, octal and hexadecimal forms were made plain by the URL parser.
 * @throws TargetRefused, TargetUnknown
 */
export async function addressesOf(url: URL, allowed: Cidr[], resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const isLiteral = ipaddr.isValid(host);
  const isLocal = /(^|\.)localhost\.?$/i.test(host);
  const addresses = isLiteral ? [host] : isLocal ? ['127.0.0.1'] : await resolve(host);
  if (addresses.length === 0) throw new TargetUnknown('its name leads to no address');
  if (addresses.every((address) => mayReach(address, allowed))) return addresses;
  // Which one is not said: what names lead to inside is no business of who may only name them.
  const how = isLiteral ? 'is' : 'leads to';
  throw new TargetRefused(`${how} an address that is not public, which this installation does not allow`);
}
