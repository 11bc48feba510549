import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const freeTcp = (): Promise<{ port: number; close: () => void }> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ port, close: () => server.close() });
    });
  });

const freeUdp = (): Promise<{ port: number; close: () => void }> =>
  new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => resolve({ port: socket.address().port, close: () => socket.close() }));
  });

/** Ports that nobody uses now: all held at once, so that they differ, then let go. */
export async function freePorts(): Promise<{
  http: number;
  media: number;
  mediaTcp: number;
  mediaUdp: number;
}> {
  const [http, media, mediaTcp, mediaUdp] = await Promise.all([freeTcp(), freeTcp(), freeTcp(), freeUdp()]);
  for (const held of [http, media, mediaTcp, mediaUdp]) held.close();
  return { http: http.port, media: media.port, mediaTcp: mediaTcp.port, mediaUdp: mediaUdp.port };
}
