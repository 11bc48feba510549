import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

interface Held {
  port: number;
  close: () => void;
}

/** Below those that systems give to outgoing connections, one of which could take the port before its user does. */
const [firstPort, endPort] = [20_000, 32_768];

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
    const held = await hold(randomInt(firstPort, endPort)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
    });
    if (held) return held;
  }
}

/** Ports that nobody uses now: all held at once, so that they differ, then let go. */
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
