import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { parseWebAddress } from '../../web-address.ts';
import { type Cidr, isIn } from '../networks.ts';

/** A URL that we do not ask: a webhook's, a logo's. The message is for the person who chose it. */
export class TargetRefused extends Error {
  override name = 'TargetRefused';
}

/** The host does not resolve now; it may later. */
export class TargetUnknown extends Error {
  override name = 'TargetUnknown';
}

/** Resolves all addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>;

// Azure's platform service for virtual machines, on an address that looks public.
const alsoRefused: Cidr[] = [[ipaddr.parse('168.63.129.16'), 32]];
/** The range that registries assign; everything else in IPv6 is special in some way. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/** IPv4-compatible addresses: deprecated, and parsed as the IPv4 address by our parser. */
const ipv4Compatible = /^::\d+\./;

/** Whether a request to a URL that a person chose may reach this address: only public ones, and those that the operator allows. */
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

/** The operator's entries for a name on this machine. */
async function inHostsFile(host: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/));
  return lines.flatMap(([address, ...names]) => (address && names.includes(host) ? [address] : []));
}

/**
 * Asks the hosts file, then the name servers, and not the system's resolver: that occupies one of few threads for as
 * long as the owner of a name decides, so that one owner could block all other targets. Only a name without a dot
 * goes to the system's resolver in the end, for the operator's search list.
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

/** The host, without the brackets of IPv6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Checks a URL before its host is resolved.
 * @throws TargetRefused
 */
export function parseTarget(text: string): URL {
  const url = parseWebAddress(text);
  if (!url) throw new TargetRefused('must be an http or https URL without a user name or password');
  return url;
}

/**
 * Resolves a target and refuses it if any of its addresses may not be reached. The URL parser has normalized decimal,
 * octal and hexadecimal forms.
 * @throws TargetRefused, TargetUnknown
 */
export async function addressesOf(url: URL, allowed: Cidr[], resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const isLiteral = ipaddr.isValid(host);
  const isLocal = /(^|\.)localhost\.?$/i.test(host);
  const addresses = isLiteral ? [host] : isLocal ? ['127.0.0.1'] : await resolve(host);
  if (addresses.length === 0) throw new TargetUnknown('its name leads to no address');
  if (addresses.every((address) => mayReach(address, allowed))) return addresses;
  // Do not say which address: the owner of a webhook must not learn what internal names resolve to.
  const how = isLiteral ? 'is' : 'leads to';
  throw new TargetRefused(`${how} an address that is not public, which this installation does not allow`);
}

/** The longest time that a request waits for a name server. */
const patienceMs = 1000;

/**
 * Checks the URL of a new webhook. @returns one sentence, or undefined if it is acceptable. A host that does not
 * resolve yet is accepted, since every attempt checks again and integrators set up names and webhooks in any order.
 */
export async function checkNewTarget(
  text: string,
  allowed: Cidr[],
  resolve: Resolve,
): Promise<string | undefined> {
  const waiting = new AbortController();
  try {
    const addresses = addressesOf(parseTarget(text), allowed, resolve);
    addresses.catch(() => undefined);
    await Promise.race([addresses, pause(patienceMs, undefined, { signal: waiting.signal })]);
    return undefined;
  } catch (error) {
    return error instanceof TargetRefused ? error.message : undefined;
  } finally {
    waiting.abort();
  }
}

/** Resolves to the checked addresses only, whatever the name resolves to now. */
export function pinnedTo(addresses: string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, callback) => {
    if (options.all) callback(null, entries);
    else callback(null, entries[0]?.address ?? '', entries[0]?.family);
  };
}
