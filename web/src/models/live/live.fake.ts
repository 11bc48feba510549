import type { OpenSocket, SocketEvent, Subscribed } from './socket.ts';

/** A socket that a test controls. */
export function createFakeSocket() {
  const log: string[] = [];
  const sent: { method: string; data: unknown }[] = [];
  let answer: (method: string, data: unknown) => Promise<unknown> = async () => ({});
  let tell: ((event: SocketEvent) => void) | undefined;
  const open: OpenSocket = (parts) => {
    tell = parts.tell;
    return {
      connect: () => void log.push('connect'),
      disconnect: () => void log.push('disconnect'),
      send: (method, data) => void sent.push({ method, data }),
      rpc: (method, data) => answer(method, data),
    };
  };
  return {
    open,
    log,
    /** Messages without an answer. */
    sent,
    /** Answers the messages with one. */
    answerBy: (next: typeof answer) => {
      answer = next;
    },
    tell: (event: SocketEvent) => tell?.(event),
    up: () => tell?.({ kind: 'up' }),
    down: () => tell?.({ kind: 'down' }),
    subscribed: (channel: string, how: Partial<Subscribed> = {}) =>
      tell?.({ kind: 'subscribed', channel, recovered: false, ...how }),
    publish: (channel: string, data: unknown) => tell?.({ kind: 'publication', channel, data }),
  };
}
