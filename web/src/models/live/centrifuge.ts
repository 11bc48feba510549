import { Centrifuge, State, UnauthorizedError } from 'centrifuge';
import { isFinal } from '../../kit/refusals.ts';
import { MessageRefused, type Socket, type SocketParts } from './socket.ts';

/** The client's code for "unauthorized": it got no token. */
const unauthorized = 1;
/** The client's code for our own disconnect. */
const hungUp = 0;

/** The server pings every 3 s, so a frozen node is left within 6.5 s. */
const pingLateMs = 3_500;
/** Short, because a load balancer may send the first attempt to the frozen node again. */
const attemptMs = 4_000;

/** The WebSocket URL of a path on the page's own server. */
export function socketUrl(path: string, page: string): string {
  const url = new URL(path, page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** Opens the socket with the stock client. */
export function openCentrifuge(url: string): (parts: SocketParts) => Socket {
  return ({ token, tell }) => {
    const client = new Centrifuge(url, {
      getToken: () => token().catch(asRefusal),
      // A node that stops closes its sockets while another one is up: make the first attempt at once.
      minReconnectDelay: 100,
      maxReconnectDelay: 5_000,
      maxServerPingDelay: pingLateMs,
      timeout: attemptMs,
    });
    // `tell` must not throw: an exception in a handler ends the connection for good.
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
        // The previous token may be the refused one.
        client.setToken('');
        client.connect();
      },
      disconnect: () => {
        client.removeAllListeners();
        client.disconnect();
      },
      send: (method, data) => {
        // The stock client would keep it until it is connected, and send what is outdated by then.
        if (client.state === State.Connected) client.send({ method, data }).catch(() => undefined);
      },
      rpc: (method, data) =>
        client.rpc(method, data).then(
          (result) => result.data,
          (error) => {
            throw new MessageRefused(error);
          },
        ),
    };
  };
}

/** An UnauthorizedError ends the client's retries; after other errors it tries again. */
function asRefusal(error: unknown): never {
  if (isFinal(error)) throw new UnauthorizedError('refused');
  throw error;
}
