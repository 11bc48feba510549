import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { Unstartable } from '../errors.ts';
import { codeOf, reasonOf } from './reasons.ts';

export type PortUse = { port: number; protocol: 'tcp' | 'udp'; host: string; setting: string };

/** Throws a readable error if a port that a child needs is in use. */
export const freePortOrRefuse = async ({ port, protocol, host, setting }: PortUse): Promise<void> => {
  const trouble = await (protocol === 'tcp' ? tryTcp(port, host) : tryUdp(port, host));
  if (trouble === undefined) return;
  const what = `${protocol.toUpperCase()} port ${port}`;
  const why =
    codeOf(trouble) === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used: ${reasonOf(trouble)}`;
  throw new Unstartable(`${what} ${why}. Stop that program or choose another port in ${setting}.`);
};

const tryTcp = (port: number, host: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

const tryUdp = (port: number, host: string): Promise<Error | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      resolve(error);
    });
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(undefined)));
  });
