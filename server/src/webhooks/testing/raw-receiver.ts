import { createServer, type Socket } from 'node:net';
import { createServer as createSecureServer, type TlsOptions } from 'node:tls';

/** A receiver that gets the bare connections and responds in any way. */
export interface RawReceiver {
  url: string;
  port: number;
  /** How many connections were opened in total. */
  connections: () => number;
  /** How many are open. */
  open: () => number;
  /** Reads on all connections: only a reader learns that the other side has closed. */
  hear: () => void;
  /** Bytes written on all connections. */
  written: () => number;
  close: () => Promise<void>;
}

export async function startRawReceiver(
  handle: (socket: Socket) => void,
  secure?: TlsOptions,
): Promise<RawReceiver> {
  const open = new Set<Socket>();
  let [connections, written] = [0, 0];
  const keep = (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      written += socket.bytesWritten;
    });
  };
  const server = secure ? createSecureServer(secure, handle) : createServer(handle);
  server.on('connection', keep);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    connections: () => connections,
    open: () => open.size,
    hear: () => {
      for (const socket of open) socket.resume();
    },
    written: () => written,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Writes for as long as the other side reads. */
export function writeForEver(socket: Socket, part: string | Buffer): void {
  const more = () => {
    while (socket.writable && socket.write(part));
  };
  socket.on('drain', more);
  more();
}
