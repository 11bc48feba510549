import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Unstartable } from '../errors.ts';
import { codeOf, reasonOf } from './reasons.ts';

export type PortUse = { port: number; protocol: 'tcp' | 'udp'; host: string; setting: string };

/** Throws a readable error if a port that a child needs is in use. */
export const freePortOrRefuse = async ({ port, protocol, host, setting }: PortUse): Promise<void> => {
  try {
    await (protocol === 'tcp' ? tryTcp(port, host) : tryUdp(port, host));
  } catch (error) {
    const what = `${protocol.toUpperCase()} port ${port}`;
    const why =
      codeOf(error) === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used: ${reasonOf(error)}`;
    throw new Unstartable(`${what} ${why}. Stop that program or choose another port in ${setting}.`);
  }
};

const tryTcp = async (port: number, host: string): Promise<void> => {
  await using server = createServer();
  await once(server.listen({ port, host, exclusive: true }), 'listening');
};

const tryUdp = async (port: number, host: string): Promise<void> => {
  await using socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  await once(socket.bind({ port, address: host, exclusive: true }), 'listening');
};
