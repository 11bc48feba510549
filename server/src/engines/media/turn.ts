import { isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The relay (TURN over TLS) of the embedded LiveKit. */
export type TurnSettings = {
  /** Browsers reach the relay at port 443 of this name. */
  domain: string;
  /** The TCP port on which LiveKit listens. */
  tlsPort: number;
  /** Undefined: a proxy in front ends TLS. */
  certificate: { certFile: string; keyFile: string } | undefined;
};

type Network = { first: bigint; length: number };

/** The networks that hold every address but these, as few as possible. */
export function networksWithout(addresses: string[], isV6: boolean): string[] {
  const bits = isV6 ? 128 : 32;
  const kept = addresses.map((address) =>
    ipaddr
      .parse(address)
      .toByteArray()
      .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n),
  );
  const write = ({ first, length }: Network): string => {
    const bytes = Array.from({ length: bits / 8 }, (_, index) =>
      Number((first >> BigInt(bits - 8 * (index + 1))) & 0xffn),
    );
    return `${ipaddr.fromByteArray(bytes)}/${length}`;
  };
  const split = ({ first, length }: Network): string[] => {
    const size = 1n << BigInt(bits - length);
    if (!kept.some((address) => address >= first && address < first + size))
      return [write({ first, length })];
    if (length === bits) return [];
    const half = { first, length: length + 1 };
    return [...split(half), ...split({ ...half, first: first + size / 2n })];
  };
  return split({ first: 0n, length: 0 });
}

/**
 * The addresses at which LiveKit listens for media: the configured one if it is of this machine, else also those of
 * its interfaces, to which a router or a container passes the packets on.
 */
export function mediaAddressesOf(
  nodeAddress: string,
  interfaces: Partial<Record<string, NetworkInterfaceInfo[]>> = networkInterfaces(),
): string[] {
  const family = isIPv6(nodeAddress) ? 'IPv6' : 'IPv4';
  const own = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter((one) => one.family === family && !one.internal && !one.scopeid)
    .map(({ address }) => address);
  return own.includes(nodeAddress) ? [nodeAddress] : [...new Set([nodeAddress, ...own])];
}

/**
 * The `turn` section of LiveKit's configuration. Anybody who enters a room gets credentials of the relay, so it reaches
 * the media server only: by default LiveKit would relay to every public address.
 */
export function turnSection(
  { domain, tlsPort, certificate }: TurnSettings,
  nodeAddress: string,
  mediaAddresses = mediaAddressesOf(nodeAddress),
) {
  const isV6 = isIPv6(nodeAddress);
  return {
    enabled: true,
    domain,
    tls_port: tlsPort,
    cert_file: certificate?.certFile,
    key_file: certificate?.keyFile,
    external_tls: !certificate,
    bind_addresses: [isV6 ? '::' : '0.0.0.0'],
    allow_restricted_peer_cidrs: mediaAddresses.map((address) => `${address}/${isV6 ? 128 : 32}`),
    deny_peer_cidrs: [...networksWithout(mediaAddresses, isV6), isV6 ? '0.0.0.0/0' : '::/0'],
  };
}
