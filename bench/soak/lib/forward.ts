import { connect, createServer, type Server, type Socket } from 'node:net';

/** Forwards TCP connections from another loopback address, so that limits by address count honest clients apart. */
export async function forwardFrom(
  localAddress: string,
  port: number,
): Promise<{ url: string; close(): void }> {
  const open = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
