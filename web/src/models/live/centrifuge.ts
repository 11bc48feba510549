import { Centrifuge, UnauthorizedError } from 'centrifuge';
import { isFinal } from '../../kit/refusals.ts';
import type { Socket, SocketParts } from './socket.ts';

/** The code with which the client says that it was given no token. */
const unauthorized = 1;
/** And that we ourselves hung up. */
const hungUp = 0;

/** With the server's ping every 3 s, a frozen node is left within 6.5 s. */
const pingLateMs = 3_500;
/** A load balancer may send the first attempt to the frozen node once more: the next one is in time, too. */
const attemptMs = 4_000;

/** Where the socket of a page's own server is. */
export function socketUrl(path: string, page: string): string {
  const url = new URL(path, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** The socket, by the stock client. */
export function openCentrifuge(url: string): (parts: SocketParts) => Socket {
  return ({ token, tell }) => {
    const client = new Centrifuge(url, {
      getToken: () => token().catch(asRefusal),
      // A node that stops closes the socket, and another one is there: the first attempt comes at once.
      minReconnectDelay: 100,
      maxReconnectDelay: 5_000,
      maxServerPingDelay: pingLateMs,
      timeout: attemptMs,
    });
    // `tell` never throws: whatever went through a handler would end the connection for good.
    client.on('connected', () => tell({ kind: 'up' }));
    client.on('connecting', () => tell({ kind: 'down' }));
    client.on('disconnected', ({ code }) => {
      if (code !== hungUp) tell({ kind: 'closed', refused: code === unauthorized });
    });
    client.on('subscribed', ({ channel, streamPosition, wasRecovering, recovered }) =>
      tell({
        kind: 'subscribed',
        channel,
        epoch: streamPosition?.epoch,
        top: streamPosition?.offset,
        recovered: wasRecovering && recovered,
      }),
    );
    client.on('publication', ({ channel, data }) => tell({ kind: 'publication', channel, data }));
    return {
      connect: () => {
        // The one before may be what was refused.
        client.setToken('');
        client.connect();
      },
      disconnect: () => {
        client.removeAllListeners();
        client.disconnect();
      },
    };
  };
}

/** What asking again will not change ends the client's trying; everything else it tries again. */
function asRefusal(error: unknown): never {
  if (isFinal(error)) throw new UnauthorizedError('refused');
  throw error;
}
