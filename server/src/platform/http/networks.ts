import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import { parseList } from '../settings.ts';

export type Cidr = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses a comma list of CIDR ranges; a bare address is a range of one. */
export function parseCidrs(text: string): Cidr[] {
  return parseList(text).map((part) => {
    try {
      if (part.includes('/')) return ipaddr.parseCIDR(part);
      const address = ipaddr.parse(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new Error(`must be a comma list of networks such as 10.0.0.0/8; ${JSON.stringify(part)} is none`);
    }
  });
}

/** Is the address in one of the networks? An IPv4-mapped IPv6 address counts as IPv4. */
export function isIn(networks: Cidr[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
}

/**
 * The key by which limits count an address. A household or a server owns a whole /64 of IPv6, so that counts as one;
 * an IPv4-mapped address counts as IPv4. Malformed addresses share one key, so that they evade no limit.
 */
export function limitKeyOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
}

/** Is it a loopback address? */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** The client's address, as Fastify's `request.ip`: X-Forwarded-For counts only from these proxies. */
export const addressReader =
  (proxies: Cidr[]) =>
  (request: IncomingMessage): string =>
    proxyAddr(request, (address) => isIn(proxies, address)) ?? '';
