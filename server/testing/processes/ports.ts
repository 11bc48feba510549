import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

interface Held {
  port: number;
  close: () => void;
}

/**
 * Below the ephemeral ports of operating systems: an outgoing connection could take such a port first. Processes of
 * tests take from different parts of them, each one after another, so that two hardly ever get the same port. They begin
 * anywhere in their part: the numbers of two processes may give the same one.
 */
const [firstPort, portsOfProcess, parts] = [20_000, 255, 50];
const ownPorts = firstPort + (process.pid % parts) * portsOfProcess;
let taken = randomInt(portsOfProcess);

function nextPort(): number {
  taken += 1;
  return ownPorts + (taken % portsOfProcess);
}

const heldTcp = (port: number): Promise<Held> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve({ port, close: () => server.close() }));
  });

const heldUdp = (port: number): Promise<Held> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', () => resolve({ port, close: () => socket.close() }));
  });

async function free(hold: (port: number) => Promise<Held>): Promise<Held> {
  for (;;) {
    const held = await hold(nextPort()).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
    });
    if (held) return held;
  }
}

/** Free ports: held together, so that they differ, then released. */
export async function freePorts(): Promise<{
  http: number;
  media: number;
  mediaTcp: number;
  mediaUdp: number;
}> {
  const [http, media, mediaTcp, mediaUdp] = await Promise.all([
    free(heldTcp),
    free(heldTcp),
    free(heldTcp),
    free(heldUdp),
  ]);
  for (const held of [http, media, mediaTcp, mediaUdp]) held.close();
  return { http: http.port, media: media.port, mediaTcp: mediaTcp.port, mediaUdp: mediaUdp.port };
}
