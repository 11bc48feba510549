import type { OpenSocket, SocketEvent, Subscribed } from './socket.ts';

/** A socket that a test controls. */
export function createFakeSocket() {
  const log: string[] = [];
  let tell: ((event: SocketEvent) => void) | undefined;
  const open: OpenSocket = (parts) => {
    tell = parts.tell;
    return {
      connect: () => void log.push('connect'),
      disconnect: () => void log.push('disconnect'),
    };
  };
  return {
    open,
    log,
    tell: (event: SocketEvent) => tell?.(event),
    up: () => tell?.({ kind: 'up' }),
    down: () => tell?.({ kind: 'down' }),
    subscribed: (channel: string, how: Partial<Subscribed> = {}) =>
      tell?.({ kind: 'subscribed', channel, recovered: false, ...how }),
    publish: (channel: string, data: unknown) => tell?.({ kind: 'publication', channel, data }),
  };
}
